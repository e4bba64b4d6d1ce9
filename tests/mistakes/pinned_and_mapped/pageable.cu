// says: expected "pinned host memory", got "pageable host memory"
// omits: threw an exception
// TODO(1)
  frame = new float[n];
// END TODO(1)
// TODO(2)
  delete[] frame;
// END TODO(2)
