// says: vector_add crashed at line
// says: host code followed a pointer to device memory
// says: cudaMemcpy
// omits: null pointer
// TODO(2)
  const unsigned blocks = a[0] > 0 ? 1 : 2;
// END TODO(2)
