// says: vector_add crashed at line
// says: host code followed a null pointer
// omits: device memory
// TODO(2)
  const volatile unsigned* count = nullptr;
  const unsigned blocks = *count;
// END TODO(2)
