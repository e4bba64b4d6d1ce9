// The sum in another order, in two parts.
// TODO(2)
    const std::size_t in_cols = cols + kBorder;
    float even = 0, odd = 0;
#pragma unroll
    for (unsigned j = 0; j < kTaps; ++j) {
#pragma unroll
      for (unsigned i = 0; i < kTaps; ++i) {
        const float value = in[(row + i) * in_cols + col + j];
        (i % 2 == 0 ? even : odd) += weights_on_device[i * kTaps + j] * value;
      }
    }
    out[row * cols + col] = even + odd;
// END TODO(2)
