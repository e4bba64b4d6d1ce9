// says: host code was still at line
// says: of vector_add.cu
// says: What ends the loop around this line
// omits: It may
// TODO(2)
  volatile unsigned rounds = 0;
  while (rounds < n + kThreads) {
    rounds = rounds + 1 - 1;
  }
  const unsigned blocks = rounds;
// END TODO(2)
