// A device whose races and unwritten memory are checked, with the kernels of races.ptx, and short
// words for what the checks say.
#pragma once

#include "guest.hpp"

#include <string>
#include <vector>

namespace warpschool::sim {

struct Racer : Guest {
  Racer() : Guest(read_file(GOLDEN_DIR "/programs/races.ptx"), "races.ptx") {
    device.options().checks.uninitialised = true;
  }
  DeviceAddress zeros(std::size_t count) { return upload(std::vector<int>(count, 0)); }
};

inline std::vector<FaultKind> kinds(const LaunchOutcome& outcome) {
  std::vector<FaultKind> result;
  result.reserve(outcome.faults.size());
  for (const Fault& fault : outcome.faults) {
    result.push_back(fault.kind);
  }
  return result;
}

inline const std::vector<FaultKind> kSilent{};
inline const std::vector<FaultKind> kOneRace{FaultKind::kRace};
inline const std::vector<FaultKind> kUnwritten{FaultKind::kUninitialisedRead};

inline constexpr Dim3 kOne{1, 1, 1}, kFour{4, 1, 1}, kBlock{256, 1, 1};

}  // namespace warpschool::sim
