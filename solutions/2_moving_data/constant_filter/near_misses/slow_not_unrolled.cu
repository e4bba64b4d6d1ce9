// Right, but a loop as it stands computes an address for each weight.
// TODO(2)
    const std::size_t in_cols = cols + kBorder;  // elements in a row of `in`
    float sum = 0;
    for (std::size_t i = 0; i < kTaps; ++i) {
      for (std::size_t j = 0; j < kTaps; ++j) {
        sum += weights_on_device[i * kTaps + j] * in[(row + i) * in_cols + col + j];
      }
    }
    out[row * cols + col] = sum;
// END TODO(2)
