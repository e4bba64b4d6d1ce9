// Right, but every thread reads all that it needs from global memory itself.
// TODO(1)
  for (std::size_t l = 0; l < k; ++l) {
    sum += element_or_zero(a, m, k, row, l) * element_or_zero(b, k, n, l, col);
  }
// END TODO(1)
