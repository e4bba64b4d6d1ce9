// One stage with a barrier before and behind each use.
// TODO(3)
  for (std::size_t first = 0; first < k; first += kDepth) {
    of_a = four_or_zeros(a, m, k, top + a_row(), first + a_col());
    of_b = four_or_zeros(b, k, n, first + b_row(), left + b_col());
    __syncthreads();
    put(stages[0], of_a, of_b);
    __syncthreads();
    multiply(stages[0], place, patch);
  }
// END TODO(3)
