// The causes' names in JSON.
#include "warpschool/sim/fault_causes.hpp"

namespace warpschool::sim {
namespace {

const char* name_of(std::monostate) {
  return "";
}

const char* name_of(RaceCause cause) {
  switch (cause) {
    case RaceCause::kOnlyCompared:
      return "only_compared";
    case RaceCause::kReadAndWrittenBack:
      return "read_and_written_back";
    case RaceCause::kInCooperativeLaunch:
      return "in_cooperative_launch";
    case RaceCause::kBesideFlags:
      return "beside_flags";
    case RaceCause::kStaleTexel:
      return "stale_texel";
    case RaceCause::kStaleReadOnly:
      return "stale_read_only";
    case RaceCause::kCopyInFlight:
      return "copy_in_flight";
    case RaceCause::kLostUpdate:
      return "lost_update";
    case RaceCause::kVolatileData:
      return "volatile_data";
    case RaceCause::kBlockScope:
      return "block_scope";
    case RaceCause::kFlagWasSet:
      return "flag_was_set";
  }
  return "";
}

const char* name_of(BoundsCause cause) {
  switch (cause) {
    case BoundsCause::kConstantIndex:
      return "constant_index";
    case BoundsCause::kNoFunction:
      return "no_function";
    case BoundsCause::kInLibrary:
      return "in_library";
    case BoundsCause::kMatrixNotShared:
      return "matrix_not_shared";
    case BoundsCause::kSizeInElements:
      return "size_in_elements";
    case BoundsCause::kCountGiven:
      return "count_given";
  }
  return "";
}

const char* name_of(AlignmentCause cause) {
  switch (cause) {
    case AlignmentCause::kMatrix:
      return "matrix";
  }
  return "";
}

const char* name_of(const HostPointerCause& cause) {
  switch (cause.what) {
    case HostPointerCause::What::kNoFunction:
      return "no_function";
    case HostPointerCause::What::kInLibrary:
      return "in_library";
    case HostPointerCause::What::kReadFromMemory:
      return "read_from_memory";
    case HostPointerCause::What::kDeviceVariable:
      return "device_variable";
  }
  return "";
}

const char* name_of(FreeCause cause) {
  switch (cause) {
    case FreeCause::kInKernel:
      return "free_in_kernel";
    case FreeCause::kOfHosts:
      return "free_of_hosts";
  }
  return "";
}

const char* name_of(const UninitialisedCause& cause) {
  switch (cause.what) {
    case UninitialisedCause::What::kRegister:
      return "register";
    case UninitialisedCause::What::kAddress:
      return "address";
    case UninitialisedCause::What::kFragment:
      return "fragment";
    case UninitialisedCause::What::kHalfWritten:
      return "half_written";
    case UninitialisedCause::What::kPartWritten:
      return "part_written";
    case UninitialisedCause::What::kOthersWrote:
      return "others_wrote";
    case UninitialisedCause::What::kManaged:
      return "managed";
    case UninitialisedCause::What::kConstant:
      return "constant";
    case UninitialisedCause::What::kPartOfConstant:
      return "part_of_constant";
  }
  return "";
}

const char* name_of(const LaneMaskCause& cause) {
  switch (cause.what) {
    case LaneMaskCause::What::kNeedsWholeWarp:
      return "needs_whole_warp";
    case LaneMaskCause::What::kSumOfLaneZero:
      return "sum_of_lane_zero";
    case LaneMaskCause::What::kMissingLane:
      return "missing_lane";
    case LaneMaskCause::What::kNoSuchLane:
      return "no_such_lane";
  }
  return "";
}

const char* name_of(const BarrierCause& cause) {
  switch (cause.what) {
    case BarrierCause::What::kOtherBarrier:
      return "other_barrier";
    case BarrierCause::What::kWentPast:
      return "went_past";
    case BarrierCause::What::kEnded:
      return "ended";
  }
  return "";
}

const char* name_of(const DeadlockCause& cause) {
  switch (cause.what) {
    case DeadlockCause::What::kEndlessLoop:
      return "endless_loop";
    case DeadlockCause::What::kWatchesPinnedMemory:
      return "watches_pinned_memory";
    case DeadlockCause::What::kLockIsKept:
      return "lock_is_kept";
    case DeadlockCause::What::kBlocksNotResident:
      return "blocks_not_resident";
  }
  return "";
}

const char* name_of(TrapCause cause) {
  switch (cause) {
    case TrapCause::kNotCooperative:
      return "not_cooperative";
  }
  return "";
}

}  // namespace

const char* to_string(const FaultCause& cause) {
  return std::visit([](const auto& held) { return name_of(held); }, cause);
}

}  // namespace warpschool::sim
