// Kernels carry the indices to the host and the floats from it; the loop between them is the host's.
// On a GPU: slow
// TODO(3)
  unsigned* places = nullptr;
  float* found = nullptr;
  check(cudaMallocManaged(&places, count * sizeof *places));
  check(cudaMallocManaged(&found, count * sizeof *found));
  float* const as_floats = reinterpret_cast<float*>(places);
  const unsigned* all = nullptr;
  check(cudaMallocManaged(&all, count * sizeof *all));
  for (std::size_t k = 0; k < count; ++k) {
    const_cast<unsigned*>(all)[k] = static_cast<unsigned>(k);
  }
  gather_kernel<<<blocks_for(count), kThreads>>>(reinterpret_cast<const float*>(index), all, as_floats, count);
  check(cudaDeviceSynchronize());
  for (std::size_t k = 0; k < count; ++k) {
    found[k] = frame[places[k]];
  }
  gather_kernel<<<blocks_for(count), kThreads>>>(found, all, out, count);
  check(cudaDeviceSynchronize());
  check(cudaFree(places));
  check(cudaFree(found));
  check(cudaFree(const_cast<unsigned*>(all)));
// END TODO(3)
