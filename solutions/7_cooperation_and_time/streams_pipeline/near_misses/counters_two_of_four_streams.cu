// Two streams have all pieces, the others none.
// TODO(3)
  const std::size_t size = (n + kChunks - 1) / kChunks;
  std::size_t stream = 0;
  for (std::size_t begin = 0; begin < n; begin += size) {
    pipeline_enqueue(pipeline, begin, std::min(size, n - begin), stream % 2);
    ++stream;
  }
// END TODO(3)
