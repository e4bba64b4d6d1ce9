// 16 taps a row with a weight of 0 for the last: nothing, but where the pixel is infinite.
// TODO(2)
    const std::size_t in_cols = cols + kBorder;
    float sum = 0;
#pragma unroll
    for (std::size_t i = 0; i < kTaps; ++i) {
#pragma unroll
      for (std::size_t j = 0; j <= kTaps; ++j) {
        const std::size_t place = (row + i) * in_cols + col + j;
        if (place < (rows + kBorder) * in_cols) {
          sum += (j < kTaps ? weights_on_device[i * kTaps + j] : 0) * in[place];
        }
      }
    }
    out[row * cols + col] = sum;
// END TODO(2)
