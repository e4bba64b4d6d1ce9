// Right, but the texture object stays.
// TODO(4)
  check(cudaFreeArray(texture->texels));
// END TODO(4)
