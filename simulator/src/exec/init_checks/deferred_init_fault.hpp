// The first read of memory that nobody had written yet, kept until it is clear what it was.
//
// If another thread writes the word before the next barrier, a barrier is missing: a race, which
// the race checks find when that write comes. Otherwise it was a read of rubbish.
#pragma once

#include "warpschool/sim/fault.hpp"

#include <optional>

namespace warpschool::sim {

class Block;

class DeferredInitFault {
 public:
  /// A later one than the first is forgotten. `fault` is complete.
  void remember(Fault fault, const Block& block);
  /// The block passed a barrier or ended: a read of its shared memory is what it seemed. Throws
  /// GuestFault.
  void settle(const Block& block) const;
  /// The launch ended: so is one of global memory. Throws GuestFault.
  void settle() const;
  /// The launch ends with another fault: becomes the read instead if that explains it.
  void explain(Fault& other) const;

 private:
  std::optional<Fault> fault_;
  const Block* block_ = nullptr;
};

}  // namespace warpschool::sim
