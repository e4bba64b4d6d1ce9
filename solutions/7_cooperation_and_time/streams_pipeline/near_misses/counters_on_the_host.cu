// The host squares.
// On a GPU: slow
// TODO(2)
  for (std::size_t i = begin; i < begin + count; ++i) {
    pipeline->output[i] = pipeline->input[i] * pipeline->input[i];
  }
// END TODO(2)
