// Copies and fills that cover only a part of an allocation, by mistake as it seems: told only if
// the program does not come to the other parts itself.
#pragma once

#include "runtime/copies/copy_engine.hpp"

#include <vector>

namespace warpschool::sim::runtime {

enum class CopySide : std::uint8_t { kTo, kFrom };

class PartialCopies {
 public:
  /// A copy or fill comes. Those suspected before are cleared where it takes all of their
  /// allocation, or another part of it.
  void seen(const Memory& memory, const Copy& copy);
  /// The one that was seen last seems to be too short on this side.
  /// @param note without its place and kind
  void suspect(const Memory& memory, const Copy& copy, CopySide side, const std::string& note);
  /// What was not cleared; once.
  void tell(Recorder& recorder);

 private:
  struct Suspicion {
    CopySide side;
    DeviceAddress begin;   ///< of the allocation
    std::uint64_t offset;  ///< in it
    Fault note;
  };

  void clear(const Memory& memory, const Copy& copy, CopySide side);

  std::vector<Suspicion> suspicions_;
  DeviceAddress inside_[2] = {};  ///< of either side: the allocation last copied from its middle on
};

}  // namespace warpschool::sim::runtime
