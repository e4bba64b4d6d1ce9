// Shuffles as PTX has them.
// TODO(1)
#pragma unroll
  for (int distance = 16; distance; distance >>= 1) {
    float other;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(other) : "f"(value), "r"(distance));
    value += other;
  }
// END TODO(1)
