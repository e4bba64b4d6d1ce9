// The size of a piece is rounded down: what is left over is never asked for.
// TODO(3)
  const std::size_t size = n / kChunks;
  for (std::size_t chunk = 0; size > 0 && chunk < kChunks; ++chunk) {
    pipeline_enqueue(pipeline, chunk * size, size, chunk % kStreams);
  }
// END TODO(3)
