// says: vector_add aborted at line
// TODO(2)
  abort();
  const unsigned blocks = 1;
// END TODO(2)
