// Managed memory, which the host fills itself: a kernel can use it, but nothing is copied.
// TODO(1)
  check(cudaMallocManaged(&device, n * sizeof *device + 1));
  for (std::size_t i = 0; i < n; ++i) {
    device[i] = host[i];
  }
// END TODO(1)
