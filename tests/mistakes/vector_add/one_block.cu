// says: One block of 256 threads was launched for
// omits: blockIdx
// omits: rounded down
// TODO(2)
  const unsigned blocks = 1;
// END TODO(2)
