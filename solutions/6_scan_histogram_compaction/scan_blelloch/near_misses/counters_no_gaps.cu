// Right, but from d = 16 on all lanes of a warp meet in one bank.
// TODO(4)
  return i;
// END TODO(4)
