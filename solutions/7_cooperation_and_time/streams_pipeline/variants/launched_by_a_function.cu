// Streams with priorities, copies in two dimensions, a launch through cudaLaunchKernel, pieces of nearly equal length.
// TODO(1)
  int least = 0, greatest = 0;
  check(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  for (std::size_t s = 0; s != kStreams; ++s) {
    check(cudaStreamCreateWithPriority(streams + s, cudaStreamNonBlocking, s % 2 ? least : greatest));
  }
// END TODO(1)
// TODO(2)
  float* device = pipeline->device + begin;
  void* arguments[] = {&device, &count};
  const cudaStream_t mine = pipeline->streams[stream];
  check(cudaMemcpy2DAsync(device, count * 4, pipeline->input + begin, count * 4, count * 4, 1, cudaMemcpyDefault, mine));
  check(cudaLaunchKernel(reinterpret_cast<const void*>(&square_kernel), dim3(blocks_for(count)), dim3(kThreads), arguments, 0, mine));
  check(cudaMemcpyAsync(pipeline->output + begin, device, count * 4, cudaMemcpyDefault, mine));
// END TODO(2)
// TODO(3)
  for (std::size_t k = 0; k < kChunks; ++k) {
    const std::size_t begin = n * k / kChunks, end = n * (k + 1) / kChunks;
    if (begin < end) {
      pipeline_enqueue(pipeline, begin, end - begin, k % kStreams);
    }
  }
// END TODO(3)
