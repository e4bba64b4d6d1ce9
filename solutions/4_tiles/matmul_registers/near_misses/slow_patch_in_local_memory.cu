// Right, but a patch that is indexed by a loop at run time cannot live in registers.
// TODO(2)
  for (unsigned l = 0; l < kDepth; ++l) {
    float rows[kPatch], cols[kPatch];
    get(stage.a[l], place.y, rows);
    get(stage.b[l], place.x, cols);
#pragma unroll 1
    for (unsigned i = 0; i < kPatch; ++i) {
#pragma unroll 1
      for (unsigned j = 0; j < kPatch; ++j) {
        patch[i][j] += rows[i] * cols[j];
      }
    }
  }
// END TODO(2)
