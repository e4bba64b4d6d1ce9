// The addressing of the second dimension is left as it is.
// TODO(2)
  cudaTextureDesc description = {};
  const cudaTextureAddressMode mode = wrap ? cudaAddressModeWrap : cudaAddressModeClamp;
  description.addressMode[0] = mode;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = 1;
  check(cudaCreateTextureObject(&object, &resource, &description, nullptr));
// END TODO(2)
