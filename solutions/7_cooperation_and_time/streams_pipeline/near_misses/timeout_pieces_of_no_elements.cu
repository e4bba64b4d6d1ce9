// For less than eight elements a piece has none, and the loop never ends.
// TODO(3)
  const std::size_t size = n / kChunks;
  std::size_t stream = 0;
  for (std::size_t begin = 0; begin < n; begin += size) {
    pipeline_enqueue(pipeline, begin, std::min(size, n - begin), stream);
    stream = (stream + 1) % kStreams;
  }
// END TODO(3)
