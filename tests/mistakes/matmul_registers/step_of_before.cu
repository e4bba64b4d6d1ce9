// says: belongs to the one before
// TODO(3)
  for (std::size_t first = 0; first < k; first += kDepth) {
    Stage& stage = stages[first / kDepth % 2];
    put(stage, of_a, of_b);
    __syncthreads();
    if (first + kDepth < k) {
      of_a = four_or_zeros(a, m, k, top + a_row(), first + a_col());
      of_b = four_or_zeros(b, k, n, first + b_row(), left + b_col());
    }
    multiply(stage, place, patch);
  }
// END TODO(3)
