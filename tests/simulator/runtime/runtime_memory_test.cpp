// What the simulator needs of the host's memory for a program with two hundred thousand list nodes:
// device, managed and pinned ones, through the API as a program calls it.
#include "warpschool/harness/catch.hpp"
#include "warpschool/sim/extension.h"

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <fstream>
#include <malloc.h>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kMiB = 1u << 20;

/// A sanitizer's own memory would drown what is measured.
constexpr bool kInstrumented =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#else
    false;
#endif

/// Every thread writes its number to the node of that number.
constexpr const char* kWriteToNodes = R"(
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

void forget_peak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
}

/// "VmHWM" is the most memory that was resident since forget_peak(), "VmRSS" what is now.
std::size_t status_bytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(key + ":", 0) == 0) {
      return std::stoull(line.substr(key.size() + 1)) * 1024;
    }
  }
  return 0;
}

cudaError_t allocate_pinned(void** pointer, std::size_t bytes) {
  return cudaMallocHost(pointer, bytes);
}
cudaError_t allocate_managed(void** pointer, std::size_t bytes) {
  return cudaMallocManaged(pointer, bytes, cudaMemAttachGlobal);
}

struct Kind {
  cudaError_t (*allocate)(void**, std::size_t);
  cudaError_t (*release)(void*);
};
constexpr Kind kDevice{cudaMalloc, cudaFree}, kManaged{allocate_managed, cudaFree},
    kPinned{allocate_pinned, cudaFreeHost};

constexpr unsigned kNodes = 200'000, kThreads = 256;
constexpr std::size_t kNodeBytes = 64;
constexpr std::size_t kData = kNodes * (kNodeBytes + sizeof(void*));

void launch_with(const std::vector<void*>& nodes) {
  CUmodule module = nullptr;
  CUfunction kernel = nullptr;
  REQUIRE(cuModuleLoadData(&module, kWriteToNodes) == CUDA_SUCCESS);
  REQUIRE(cuModuleGetFunction(&kernel, module, "write_to_nodes") == CUDA_SUCCESS);
  void* list = nullptr;
  REQUIRE(cudaMalloc(&list, kNodes * sizeof(void*)) == cudaSuccess);
  REQUIRE(cudaMemcpy(list, nodes.data(), kNodes * sizeof(void*), cudaMemcpyHostToDevice) ==
          cudaSuccess);
  unsigned count = kNodes;
  void* arguments[] = {static_cast<void*>(&list), &count};
  REQUIRE(cuLaunchKernel(kernel, (kNodes + kThreads - 1) / kThreads, 1, 1, kThreads, 1, 1, 0,
                         nullptr, arguments, nullptr) == CUDA_SUCCESS);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(cudaFree(list) == cudaSuccess);
  REQUIRE(cuModuleUnload(module) == CUDA_SUCCESS);
}

/// The requirement is 1.2 times the program's data and 150 MB without checks, 6 times and 300 MB
/// with all of them. Asked for is less, as a program has more than nodes.
constexpr std::size_t kMostBytes = 150'000'000, kMostBytesChecked = 220'000'000;

void use_nodes(const Kind& kind, bool checked) {
  if (kInstrumented) {
    return;
  }
  for (const char* check : {"races", "uninitialised", "barriers"}) {
    REQUIRE(warpschool_sim_set_option(check, checked ? 1 : 0) == 0);
  }
  forget_peak();
  const std::size_t before = status_bytes("VmRSS");
  std::vector<void*> nodes(kNodes);
  for (void*& node : nodes) {
    REQUIRE(kind.allocate(&node, kNodeBytes) == cudaSuccess);
    REQUIRE(reinterpret_cast<std::uintptr_t>(node) % 256 == 0);
  }
  launch_with(nodes);
  for (const unsigned i : {0u, kNodes / 2, kNodes - 1}) {
    unsigned value = 0;
    REQUIRE(cudaMemcpy(&value, nodes[i], sizeof value, cudaMemcpyDefault) == cudaSuccess);
    CHECK(value == i);
  }
  const std::size_t peak = status_bytes("VmHWM") - before;
  INFO("peak " << peak / kMiB << " MiB for " << kData / kMiB << " MiB of data");
  CHECK(peak <= (checked ? kMostBytesChecked : kMostBytes));
  for (void* node : nodes) {
    REQUIRE(kind.release(node) == cudaSuccess);
  }
}

}  // namespace

TEST_CASE("small device blocks in great number without checks", "[runtime]") {
  use_nodes(kDevice, false);
}
TEST_CASE("small device blocks in great number with all checks", "[runtime]") {
  use_nodes(kDevice, true);
}
TEST_CASE("small managed blocks in great number without checks", "[runtime]") {
  use_nodes(kManaged, false);
}
TEST_CASE("small managed blocks in great number with all checks", "[runtime]") {
  use_nodes(kManaged, true);
}
TEST_CASE("small pinned blocks in great number without checks", "[runtime]") {
  use_nodes(kPinned, false);
}
TEST_CASE("small pinned blocks in great number with all checks", "[runtime]") {
  use_nodes(kPinned, true);
}
