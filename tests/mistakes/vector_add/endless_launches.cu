// says: it had made 100000 calls of CUDA
// says: the last at line 20 of vector_add.cu
// says: Is this call in a loop that does not end
// TODO(2)
  const auto blocks = static_cast<unsigned>((n + kThreads - 1) / kThreads);
  while (n > 0) {
    add_kernel<<<blocks, kThreads>>>(a, b, sum, n);
  }
// END TODO(2)
