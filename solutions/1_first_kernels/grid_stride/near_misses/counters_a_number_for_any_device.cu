// Right, and no question is asked: 1024 blocks are no whole number a multiprocessor, and of large blocks far too many.
// TODO(2)
  resident = 1024;
// END TODO(2)
