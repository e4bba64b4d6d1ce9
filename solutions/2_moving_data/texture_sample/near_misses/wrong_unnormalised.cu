// Normalised coordinates, but the texture takes them for texels.
// TODO(2)
  cudaTextureDesc description = {};
  const cudaTextureAddressMode mode = cudaAddressModeClamp;
  description.addressMode[0] = mode;
  description.addressMode[1] = mode;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  check(cudaCreateTextureObject(&object, &resource, &description, nullptr));
// END TODO(2)
