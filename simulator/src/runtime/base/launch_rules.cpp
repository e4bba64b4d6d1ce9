// Decides what a device refuses to launch, and which error that gives.
#include "runtime/base/launch_rules.hpp"

#include "runtime/base/symbol_names.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::sim::runtime {
namespace {

constexpr std::uint64_t kMaxGridX = 0x7fffffff;
constexpr std::uint64_t kMaxGridYZ = 65535;
constexpr std::uint64_t kMaxBlockZ = 64;

std::string text(const Dim3& extent) {
  return fmt::format("({}, {}, {})", extent.x, extent.y, extent.z);
}

LaunchVerdict check_block(const DeviceProfile& profile, const Dim3& block) {
  const std::uint64_t most = profile.max_threads_per_block;
  if (block.x == 0 || block.y == 0 || block.z == 0) {
    return {cudaErrorInvalidConfiguration, "the block " + text(block) + " has no threads"};
  }
  constexpr std::uint32_t kSurelyTooMany = 1u << 20;  // the product of three must not overflow
  if (std::max({block.x, block.y, block.z}) > kSurelyTooMany) {
    return {cudaErrorInvalidConfiguration,
            fmt::format("the block {} has far more than {} threads", text(block), most)};
  }
  if (block.count() > most) {
    return {cudaErrorInvalidConfiguration,
            fmt::format("the block {} has {} threads; a block has at most {}", text(block),
                        block.count(), most)};
  }
  if (block.z > kMaxBlockZ) {
    return {cudaErrorInvalidConfiguration,
            fmt::format("blockDim.z is {}; it is at most {}", block.z, kMaxBlockZ)};
  }
  return {};
}

LaunchVerdict check_grid(const Dim3& grid) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) {
    return {cudaErrorInvalidConfiguration, "the grid " + text(grid) + " has no blocks"};
  }
  if (grid.x > kMaxGridX || grid.y > kMaxGridYZ || grid.z > kMaxGridYZ) {
    return {cudaErrorInvalidConfiguration,
            fmt::format("the grid {} is larger than ({}, {}, {})", text(grid), kMaxGridX,
                        kMaxGridYZ, kMaxGridYZ)};
  }
  return {};
}

LaunchVerdict check_shared(const DeviceProfile& profile, const KernelInfo& kernel,
                           const LaunchConfig& config, std::uint64_t dynamic_limit) {
  const std::uint64_t wanted =
      std::uint64_t{kernel.static_shared_bytes} + config.dynamic_shared_bytes;
  const std::uint64_t usual = profile.shared_bytes_per_block;
  if (kernel.static_shared_bytes > usual) {
    return {cudaErrorInvalidValue,
            fmt::format("its __shared__ variables take {} bytes a block; there are {} (nvcc would "
                        "refuse to compile it)",
                        kernel.static_shared_bytes, usual)};
  }
  if (wanted <= usual || config.dynamic_shared_bytes <= dynamic_limit) {
    return {};
  }
  return {cudaErrorInvalidValue, fmt::format("a block of {} asks for {} bytes of shared memory; "
                                             "without cudaFuncSetAttribute it gets at most {}",
                                             readable_name(kernel.name), wanted, usual)};
}

}  // namespace

LaunchVerdict check_launch(const DeviceProfile& profile, const KernelInfo& kernel,
                           const LaunchConfig& config, std::uint64_t dynamic_limit) {
  LaunchVerdict verdict = check_block(profile, config.block);
  if (verdict.error == cudaSuccess) {
    verdict = check_grid(config.grid);
  }
  if (verdict.error == cudaSuccess && config.block.count() > kernel.max_threads_per_block) {
    verdict = {cudaErrorInvalidValue,
               fmt::format("the block has {} threads, but __launch_bounds__ of {} allows {}",
                           config.block.count(), readable_name(kernel.name),
                           kernel.max_threads_per_block)};
  }
  if (verdict.error == cudaSuccess) {
    verdict = check_shared(profile, kernel, config, dynamic_limit);
  }
  if (verdict.error == cudaSuccess && config.cooperative) {
    const auto threads = static_cast<unsigned>(config.block.count());
    const Occupancy fit = occupancy(
        profile, threads, fitting_registers(profile, threads, kernel.registers_per_thread),
        kernel.static_shared_bytes + config.dynamic_shared_bytes);
    const std::uint64_t most =
        std::uint64_t{fit.blocks_per_sm} * static_cast<unsigned>(profile.sm_count);
    if (config.grid.count() > most) {
      verdict = {cudaErrorCooperativeLaunchTooLarge,
                 fmt::format("a cooperative grid of {} blocks; {} fit on the device at once",
                             config.grid.count(), most)};
    }
  }
  return verdict;
}

cudaError_t error_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::kOutOfBounds:
    case FaultKind::kUseAfterFree:
    case FaultKind::kHostPointer:
      return cudaErrorIllegalAddress;
    case FaultKind::kMisaligned:
      return cudaErrorMisalignedAddress;
    case FaultKind::kAssert:
      return cudaErrorAssert;
    case FaultKind::kStackOverflow:
      return cudaErrorHardwareStackError;
    case FaultKind::kInvalidInstruction:
      return cudaErrorIllegalInstruction;
    case FaultKind::kDeadlock:
    case FaultKind::kWorkLimit:
      return cudaErrorLaunchTimeout;
    case FaultKind::kInvalidLaunch:
      return cudaErrorInvalidConfiguration;
    case FaultKind::kUninitialisedRead:
    case FaultKind::kDivisionByZero:
    case FaultKind::kCounterNotReset:
    case FaultKind::kSameValueWrite:  // a note: no launch ends with it
    case FaultKind::kRace:
    case FaultKind::kDivergentBarrier:
    case FaultKind::kInvalidLaneMask:
    case FaultKind::kInvalidHandle:
    case FaultKind::kTrap:
    case FaultKind::kHostAccess:
    case FaultKind::kInvalidCopy:
    case FaultKind::kInvalidFree:
    case FaultKind::kUnsynchronisedAccess:
    case FaultKind::kLeak:
      break;
  }
  return cudaErrorLaunchFailure;
}

}  // namespace warpschool::sim::runtime
