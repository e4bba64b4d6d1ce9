// says: 31 floats
// omits: nobody tampered with
// TODO(2)
  for (std::size_t stride = 1; stride < n; ++stride) {
    reduce_step(values, n, stride);
  }
// END TODO(2)
