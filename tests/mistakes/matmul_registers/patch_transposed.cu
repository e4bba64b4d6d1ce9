// says: patch are exchanged
// TODO(2)
#pragma unroll
  for (unsigned l = 0; l < kDepth; ++l) {
    float rows[kPatch], cols[kPatch];
    get(stage.a[l], place.y, rows);
    get(stage.b[l], place.x, cols);
#pragma unroll
    for (unsigned k = 0; k < kPatch * kPatch; ++k) {
      patch[k % kPatch][k / kPatch] += rows[k / kPatch] * cols[k % kPatch];
    }
  }
// END TODO(2)
