// What time_copy says for more and more blocks. From this folder: warp run sweep.cu
#include "event_timer.cu"

#include <cstdio>
#include <vector>

int main() {
  const std::vector<float> in(1 << 18, 1.0F);
  std::vector<float> out(in.size());
  for (unsigned blocks = 2; blocks <= 512; blocks *= 4) {
    const Timing timing = time_copy(in.data(), out.data(), in.size(), blocks);
    std::printf("%4u blocks: %.4f ms, %5.0f GB/s\n", blocks, timing.milliseconds, timing.gb_per_s);
  }
}
