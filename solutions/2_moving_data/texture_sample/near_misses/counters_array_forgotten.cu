// Right, but the array stays.
// TODO(4)
  check(cudaDestroyTextureObject(texture->object));
// END TODO(4)
