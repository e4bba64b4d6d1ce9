// Faults for the tests of their sentences to change.
#pragma once

#include "warpschool/sim/fault.hpp"

#include <string>

namespace warpschool::sim {

inline Fault read_of_4(FaultKind kind) {
  Fault fault;
  fault.kind = kind;
  fault.kernel = "add";
  fault.where = {"/home/me/x.cu", 12, 5};
  fault.block = {3, 0, 0};
  fault.thread = {17, 0, 0};
  fault.space = Space::kGlobal;
  fault.address = 0x200000000400;
  fault.access_bytes = 4;
  return fault;
}

inline Fault race_in_a_tile() {
  Fault fault = read_of_4(FaultKind::kRace);
  fault.is_write = true;
  fault.space = Space::kShared;
  fault.address = 20;
  fault.block_dim = {64, 1, 1};
  fault.allocation = AllocationRef{0, 1024, "tile", "", 0, "__shared__"};
  fault.other = RaceParty{{"/home/me/x.cu", 14, 1}, {3, 0, 0}, {40, 0, 0}, false};
  return fault;
}

inline bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace warpschool::sim
