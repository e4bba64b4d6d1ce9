// The mode that nobody sets is wrapping.
// TODO(2)
  cudaTextureDesc description = {};
  if (wrap) {
    description.addressMode[0] = cudaAddressModeWrap;
    description.addressMode[1] = cudaAddressModeWrap;
  }
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = 1;
  check(cudaCreateTextureObject(&object, &resource, &description, nullptr));
// END TODO(2)
