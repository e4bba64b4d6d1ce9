// Allocated, copied and freed in the order of the stream.

// TODO(1)
  check(cudaMallocAsync(&device, n * sizeof *device, nullptr));
  check(cudaMemcpyAsync(device, host, n * sizeof *device, cudaMemcpyHostToDevice, nullptr));
// END TODO(1)

// TODO(2)
  check(cudaMemcpyAsync(host, device, n * sizeof *host, cudaMemcpyDeviceToHost, nullptr));
  check(cudaStreamSynchronize(nullptr));
// END TODO(2)

// TODO(4)
  check(cudaFreeAsync(y_on_device, nullptr));
  check(cudaFreeAsync(x_on_device, nullptr));
// END TODO(4)
