// A plain copy to the address of the variable; pointers that walk.
// TODO(1)
  void* address = nullptr;
  check(cudaGetSymbolAddress(&address, weights_on_device));
  check(cudaMemcpy(address, weights, kWeights * sizeof(float), cudaMemcpyHostToDevice));
// END TODO(1)
// TODO(2)
    const float* from = in + row * (cols + kBorder) + col;
    const float* weight = weights_on_device;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < int(kTaps); ++i, from += cols + kBorder) {
#pragma unroll
      for (int j = 0; j < int(kTaps); ++j) {
        sum = fmaf(*weight++, __ldg(from + j), sum);
      }
    }
    out[row * cols + col] = sum;
// END TODO(2)
