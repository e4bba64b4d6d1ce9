// Right, but one multiprocessor works and all others look on.
// TODO(2)
  resident = 1;
// END TODO(2)
