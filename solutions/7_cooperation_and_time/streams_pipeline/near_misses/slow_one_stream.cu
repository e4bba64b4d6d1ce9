// All pieces in the same stream.
// TODO(3)
  const std::size_t size = (n + kChunks - 1) / kChunks;
  for (std::size_t begin = 0; begin < n; begin += size) {
    pipeline_enqueue(pipeline, begin, std::min(size, n - begin), 0);
  }
// END TODO(3)
