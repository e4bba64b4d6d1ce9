// Columns in descending order before the exclusive or.
// TODO(3)
  index = (row << 5) | ((31 - col) ^ row);
// END TODO(3)
