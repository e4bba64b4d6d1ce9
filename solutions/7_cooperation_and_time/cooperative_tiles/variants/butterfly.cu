// Exchanges with the partner whose rank differs in one bit: all threads get the sum.
// TODO(1)
  for (unsigned bits = 1; bits < tile.num_threads(); bits *= 2) {
    value += tile.shfl_xor(value, bits);
  }
// END TODO(1)
