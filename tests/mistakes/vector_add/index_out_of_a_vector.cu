// says: threw an exception at line
// says: of vector_add.cu
// TODO(2)
  throw n;
  const unsigned blocks = 1;
// END TODO(2)
