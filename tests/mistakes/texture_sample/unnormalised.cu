// says: only if normalizedCoords says so
// TODO(2)
  cudaTextureDesc description = {};
  const cudaTextureAddressMode mode = wrap ? cudaAddressModeWrap : cudaAddressModeClamp;
  description.addressMode[0] = mode;
  description.addressMode[1] = mode;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = 0;
  check(cudaCreateTextureObject(&object, &resource, &description, nullptr));
// END TODO(2)
