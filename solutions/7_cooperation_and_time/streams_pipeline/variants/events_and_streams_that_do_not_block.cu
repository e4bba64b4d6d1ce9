// Streams that never wait for the default one, and an event behind the work of each.
// TODO(1)
  for (cudaStream_t& stream : streams) {
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  }
// END TODO(1)
// TODO(3)
  const std::size_t size = std::max<std::size_t>(1, (n + kChunks - 1) / kChunks);
  for (std::size_t piece = 0; piece * size < n; ++piece) {
    const std::size_t begin = piece * size;
    pipeline_enqueue(pipeline, begin, std::min(size, n - begin), piece % kStreams);
  }
// END TODO(3)
// TODO(4)
  for (unsigned i = kStreams; i-- > 0;) {
    cudaEvent_t done = nullptr;
    check(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
    check(cudaEventRecord(done, streams[i]));
    check(cudaEventSynchronize(done));
    check(cudaEventDestroy(done));
  }
// END TODO(4)
