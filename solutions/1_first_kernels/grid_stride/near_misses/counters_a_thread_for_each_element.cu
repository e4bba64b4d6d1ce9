// Right, but the grid grows with n: it never needs the loop.
// TODO(2)
  resident = 0x7fffffff;
// END TODO(2)
