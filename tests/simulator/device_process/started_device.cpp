// Starts devices that are processes, and registers the one kernel of these tests.
#include "started_device.hpp"

#include "warpschool/harness/catch.hpp"
#include "warpschool/sim/device_process.h"

#include <array>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

// NOLINTBEGIN(bugprone-reserved-identifier): CUDA's names
extern "C" {
void** __cudaRegisterFatBinary(const void* wrapper);
int __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* device_name,
                           int, uint3*, uint3*, dim3*, dim3*, int*);
}
// NOLINTEND(bugprone-reserved-identifier)
namespace warpschool::tests {
namespace {

constexpr std::size_t kSharedBytes = std::size_t{256} << 20;

/// p[i] += by, for one block.
constexpr const char* kPtx = R"(// warpschool-ptx 1 add.cu
.version 6.0
.target sm_70
.address_size 64
.visible .entry add(.param .u64 p, .param .u32 by)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [p];
  ld.param.u32 %r1, [by];
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r3, [%rd3];
  add.s32 %r3, %r3, %r1;
  st.global.u32 [%rd3], %r3;
  ret;
}
)";
struct Wrapper {
  int magic = 0x466243b1, version = 1;
  const char* image = kPtx;
  const void* unused = nullptr;
};

char kernel_of_host = 0;  ///< its address is what the program knows the kernel by

}  // namespace

int memory_file(std::size_t bytes) {
  const int file = ::memfd_create("test", MFD_CLOEXEC);
  REQUIRE(file >= 0);
  REQUIRE(::ftruncate(file, static_cast<off_t>(bytes)) == 0);
  return file;
}

Started start_device(bool connect) {
  std::array<int, 2> ends{};
  REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0);
  const std::size_t lane_bytes = warpschool_device_lane_bytes();
  const int lanes = memory_file(lane_bytes), shared = memory_file(kSharedBytes);
  Started started;
  started.control = ends[0];
  started.lanes = ::mmap(nullptr, lane_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, lanes, 0);
  started.pid = ::fork();
  if (started.pid == 0) {
    warpschool_device_exec(ends[1], lanes, shared, STDERR_FILENO);
  }
  ::close(ends[1]);
  if (connect) {
    REQUIRE(warpschool_device_connect(lanes, shared) == 0);
    static const Wrapper wrapper;
    void** const file = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFunction(file, &kernel_of_host, nullptr, "add", 0, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
  }
  ::close(lanes);
  ::close(shared);
  return started;
}
Started& device() {
  static Started started = start_device(true);
  return started;
}

cudaError_t launch_add(int* numbers, int by, unsigned threads, cudaStream_t stream) {
  void* arguments[] = {&numbers, &by};
  return cudaLaunchKernel(&kernel_of_host, dim3{1, 1, 1}, dim3{threads, 1, 1}, arguments, 0,
                          stream);
}
}  // namespace warpschool::tests
