// One stage and one barrier: a fast warp overwrites what a slow one still multiplies.
// TODO(3)
  for (std::size_t first = 0; first < k; first += kDepth) {
    Stage& stage = stages[0];
    put(stage, of_a, of_b);
    __syncthreads();
    if (first + kDepth < k) {
      of_a = four_or_zeros(a, m, k, top + a_row(), first + kDepth + a_col());
      of_b = four_or_zeros(b, k, n, first + kDepth + b_row(), left + b_col());
    }
    multiply(stage, place, patch);
  }
// END TODO(3)
