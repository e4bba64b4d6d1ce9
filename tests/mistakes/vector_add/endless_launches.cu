// says: it had made 100000 calls of CUDA
// says: add_kernel<<<blocks, kThreads>>>(a, b, sum, n);
// says: Is this call in a loop that does not end
// omits: __global__
// TODO(2)
  const auto blocks = static_cast<unsigned>((n + kThreads - 1) / kThreads);
  while (n > 0) {
    add_kernel<<<blocks, kThreads>>>(a, b, sum, n);
  }
// END TODO(2)
