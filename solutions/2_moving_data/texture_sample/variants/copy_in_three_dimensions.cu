// An array of one layer, and what the description does not say left at 0.
// TODO(1)
  const cudaChannelFormatDesc format = {32, 0, 0, 0, cudaChannelFormatKindFloat};
  check(cudaMallocArray(&texels, &format, cols, rows, cudaArrayDefault));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(image), cols * sizeof(float), cols, rows);
  copy.dstArray = texels;
  copy.extent = make_cudaExtent(cols, rows, 1);
  copy.kind = cudaMemcpyHostToDevice;
  check(cudaMemcpy3D(&copy));
// END TODO(1)
// TODO(2)
  cudaTextureDesc d{};
  for (auto& mode : d.addressMode) {
    mode = wrap ? cudaAddressModeWrap : cudaAddressModeClamp;
  }
  d.normalizedCoords = true;
  d.filterMode = cudaFilterModeLinear;
  check(cudaCreateTextureObject(&object, &resource, &d, NULL));
// END TODO(2)
