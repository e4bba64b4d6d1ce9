// Keeps the first read of undefined memory until it is clear whether it is a mistake.
#include "exec/init_checks/deferred_init_fault.hpp"

#include "exec/schedule/warp.hpp"

#include <cstdint>
#include <cstdlib>
#include <utility>

namespace warpschool::sim {
namespace {

bool is_of_block(const Fault& a, const Fault& b) {
  return a.block.x == b.block.x && a.block.y == b.block.y && a.block.z == b.block.z;
}

}  // namespace

void DeferredInitFault::remember(Fault fault, const Block& block) {
  if (!fault_) {
    fault_ = std::move(fault);
    block_ = &block;
  }
}

void DeferredInitFault::settle(const Block& block) const {
  if (fault_ && fault_->space == Space::kShared && block_ == &block) {
    throw GuestFault{*fault_, 0};
  }
}

void DeferredInitFault::settle() const {
  if (fault_) {
    throw GuestFault{*fault_, 0};
  }
}

void DeferredInitFault::explain(Fault& other) const {
  if (!fault_ || other.kind == FaultKind::kRace) {
    return;
  }
  // Who went past a barrier reads what the others, who wait there, have not written yet.
  if (other.kind == FaultKind::kDivergentBarrier && fault_->space == Space::kShared &&
      is_of_block(other, *fault_)) {
    return;
  }
  // An address made of rubbish lies far from everything; one that is near an allocation is a
  // mistake of its own. Of shared memory the array is known that it should lie in, far or near.
  constexpr std::int64_t kNear = 1 << 20;
  const bool is_near =
      other.kind == FaultKind::kOutOfBounds && other.allocation.has_value() &&
      (other.space != Space::kShared || std::abs(other.allocation->distance) <= kNear);
  if (fault_->space != Space::kShared || !is_near) {
    other = *fault_;
  }
}

}  // namespace warpschool::sim
