// says: cudaFilterModePoint
// TODO(2)
  cudaTextureDesc description = {};
  const cudaTextureAddressMode mode = wrap ? cudaAddressModeWrap : cudaAddressModeClamp;
  description.addressMode[0] = mode;
  description.addressMode[1] = mode;
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = 1;
  check(cudaCreateTextureObject(&object, &resource, &description, nullptr));
// END TODO(2)
