// One piece a stream; first all copies in, then the kernels, then the copies out.
// TODO(3)
  const std::size_t size = (n + kStreams - 1) / kStreams;
  const auto for_each_piece = [&](auto work) {
    for (std::size_t begin = 0; begin < n; begin += size) {
      const std::size_t count = std::min(size, n - begin);
      work(begin, count, count * sizeof(float), pipeline->streams[begin / size]);
    }
  };
  for_each_piece([&](auto begin, auto, auto bytes, auto stream) {
    check(cudaMemcpyAsync(pipeline->device + begin, pipeline->input + begin, bytes,
                          cudaMemcpyHostToDevice, stream));
  });
  for_each_piece([&](auto begin, auto count, auto, auto stream) {
    square_kernel<<<blocks_for(count), kThreads, 0, stream>>>(pipeline->device + begin, count);
  });
  for_each_piece([&](auto begin, auto, auto bytes, auto stream) {
    check(cudaMemcpyAsync(pipeline->output + begin, pipeline->device + begin, bytes,
                          cudaMemcpyDeviceToHost, stream));
  });
// END TODO(3)
