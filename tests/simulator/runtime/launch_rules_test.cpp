// Tries which launches are refused, and the errors that faults give.
#include "runtime/base/launch_rules.hpp"

#include "warpschool/harness/catch.hpp"

namespace warpschool::sim::runtime {
namespace {

const DeviceProfile& h200() {
  return *find_profile("h200");
}

cudaError_t refusal(const Dim3& grid, const Dim3& block, std::uint32_t shared = 0,
                    std::uint64_t limit = 0, const KernelInfo& kernel = {}) {
  return check_launch(h200(), kernel, {grid, block, shared, false}, limit).error;
}

TEST_CASE("a launch within the limits is allowed", "[runtime]") {
  CHECK(refusal({1, 1, 1}, {1, 1, 1}) == cudaSuccess);
  CHECK(refusal({65536, 65535, 1}, {32, 32, 1}) == cudaSuccess);
  CHECK(refusal({1, 1, 1}, {1024, 1, 1}, 49152) == cudaSuccess);
}

TEST_CASE("empty and oversized grids and blocks are invalid configurations", "[runtime]") {
  CHECK(refusal({0, 1, 1}, {32, 1, 1}) == cudaErrorInvalidConfiguration);
  CHECK(refusal({1, 1, 1}, {0, 1, 1}) == cudaErrorInvalidConfiguration);
  CHECK(refusal({1, 1, 1}, {1025, 1, 1}) == cudaErrorInvalidConfiguration);
  CHECK(refusal({1, 1, 1}, {32, 33, 1}) == cudaErrorInvalidConfiguration);
  CHECK(refusal({1, 1, 1}, {1, 1, 65}) == cudaErrorInvalidConfiguration);
  CHECK(refusal({1, 65536, 1}, {1, 1, 1}) == cudaErrorInvalidConfiguration);
  CHECK(refusal({0x80000000u, 1, 1}, {1, 1, 1}) == cudaErrorInvalidConfiguration);
}

TEST_CASE("more than 48 KiB of shared memory needs cudaFuncSetAttribute", "[runtime]") {
  CHECK(refusal({1, 1, 1}, {32, 1, 1}, 49153) == cudaErrorInvalidValue);
  CHECK(refusal({1, 1, 1}, {32, 1, 1}, 65536, 65536) == cudaSuccess);
  KernelInfo kernel;
  kernel.static_shared_bytes = 40000;
  CHECK(refusal({1, 1, 1}, {32, 1, 1}, 10000, 0, kernel) == cudaErrorInvalidValue);
}

TEST_CASE("a block larger than __launch_bounds__ is refused, with the reason", "[runtime]") {
  KernelInfo kernel;
  kernel.max_threads_per_block = 128;
  const LaunchVerdict verdict = check_launch(h200(), kernel, {{1, 1, 1}, {256, 1, 1}, 0, false}, 0);
  CHECK(verdict.error == cudaErrorInvalidValue);
  CHECK(verdict.why.find("128") != std::string::npos);
}

TEST_CASE("a cooperative grid must fit on the device at once", "[runtime]") {
  const LaunchVerdict verdict =
      check_launch(h200(), {}, {{1000000, 1, 1}, {1024, 1, 1}, 0, true}, 0);
  CHECK(verdict.error == cudaErrorCooperativeLaunchTooLarge);
}

TEST_CASE("every error has a name and a description", "[runtime]") {
  CHECK(std::string(cudaGetErrorName(cudaErrorIllegalAddress)) == "cudaErrorIllegalAddress");
  CHECK(std::string(cudaGetErrorString(cudaErrorIllegalAddress)) ==
        "an illegal memory access was encountered");
  CHECK(std::string(cudaGetErrorString(static_cast<cudaError_t>(998))) ==
        "unrecognized error code");
}

}  // namespace
}  // namespace warpschool::sim::runtime
