// 1024 blocks are enough for many devices, and no question is asked.
// TODO(2)
  resident = 1024;
// END TODO(2)
