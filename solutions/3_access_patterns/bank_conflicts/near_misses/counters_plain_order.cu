// Right, but a column lies in one bank.
// TODO(3)
  index = row * 32 + col;
// END TODO(3)
