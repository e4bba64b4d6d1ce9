// Nested loops, and the fragment of a read float by float.
// TODO(2)
#pragma unroll
  for (unsigned l = 0; l < kDepth; ++l) {
    float cols[kPatch];
    get(stage.b[l], place.x, cols);
#pragma unroll
    for (unsigned i = 0; i < kPatch; ++i) {
      const float factor = stage.a[l][i / 4 * kHalf + 4 * place.y + i % 4];
#pragma unroll
      for (unsigned j = 0; j < kPatch; ++j) {
        patch[i][j] = fmaf(factor, cols[j], patch[i][j]);
      }
    }
  }
// END TODO(2)
