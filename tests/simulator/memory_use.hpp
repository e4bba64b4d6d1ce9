// For tests of how much memory of the host the simulator needs: what this process uses, and a
// kernel over a list of nodes.
#pragma once

#include <cstddef>
#include <fstream>
#include <malloc.h>
#include <string>

namespace warpschool::tests {

inline constexpr std::size_t kMiB = 1u << 20;

/// A sanitizer's own memory would drown what is measured.
inline constexpr bool kInstrumented =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#else
    false;
#endif

/// Every thread writes its number to the node of that number.
inline constexpr const char* kWriteToNodes = R"(
.version 6.0
.target sm_70
.address_size 64
.visible .entry write_to_nodes(.param .u64 nodes, .param .u32 count)
{
  .reg .pred %p;
  .reg .b32 %r<6>;
  .reg .b64 %rd<5>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  ld.param.u32 %r5, [count];
  setp.ge.u32 %p, %r4, %r5;
  @%p bra done;
  ld.param.u64 %rd1, [nodes];
  mul.wide.u32 %rd2, %r4, 8;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u64 %rd4, [%rd3];
  st.global.u32 [%rd4], %r4;
done:
  ret;
}
)";

inline void forget_peak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
}

/// "VmHWM" is the most memory that was resident since forget_peak(), "VmRSS" what is now.
inline std::size_t status_bytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(key + ":", 0) == 0) {
      return std::stoull(line.substr(key.size() + 1)) * 1024;
    }
  }
  return 0;
}

}  // namespace warpschool::tests
