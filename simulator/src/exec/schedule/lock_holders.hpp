// Which thread took a lock last: for reports about those that wait for it.
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim {

struct Warp;
struct Decoded;

/// A thread changed a word by a compare-and-swap or an exchange whose answer it looks at.
struct LockTaken {
  DeviceAddress address = 0;
  std::uint64_t owner = 0;  ///< of shared memory: its block; of global memory: kAllBlocks
  std::uint64_t block = 0;
  std::uint32_t thread = 0, at = 0;  ///< at: the instruction
  std::uint64_t value = 0;           ///< what it left there
};

/// Remembers the last ones, and forgets: a word that many wait for is not changed meanwhile.
class LockHolders {
 public:
  static constexpr std::uint64_t kAllBlocks = ~std::uint64_t{0};

  void remember(const LockTaken& taken) {
    if (known_.empty()) {
      known_.resize(kPlaces);
    }
    known_[place_of(taken.address, taken.owner)] = taken;
  }
  /// nullptr: nobody took it, or it is forgotten.
  const LockTaken* find(DeviceAddress address, std::uint64_t owner) const {
    if (known_.empty()) {
      return nullptr;
    }
    const LockTaken& one = known_[place_of(address, owner)];
    return one.address == address && one.owner == owner ? &one : nullptr;
  }

 private:
  static constexpr std::size_t kPlaces = 4096;
  static std::size_t place_of(DeviceAddress address, std::uint64_t owner) {
    return (address / 2 ^ owner * 0x9e37'79b9) % kPlaces;
  }

  std::vector<LockTaken> known_;
};

/// What a lane tries by an atomic: where, and to leave what.
LockTaken attempt_of(const Warp& warp, const Decoded& atomic, unsigned lane);

/// A lane's compare-and-swap or exchange has changed memory.
void note_swapped(Warp& warp, const Decoded& atomic, unsigned lane);

}  // namespace warpschool::sim
