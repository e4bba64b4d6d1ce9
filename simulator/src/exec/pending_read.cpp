#include "exec/pending_read.hpp"

#include "exec/warp.hpp"

#include <utility>

namespace warpschool::sim {

void PendingRead::remember(Fault fault, const Block& block) {
  if (!fault_) {
    fault_ = std::move(fault);
    block_ = &block;
  }
}

void PendingRead::settle(const Block& block) const {
  if (fault_ && fault_->space == Space::kShared && block_ == &block) {
    throw GuestFault{*fault_, 0};
  }
}

void PendingRead::settle() const {
  if (fault_) {
    throw GuestFault{*fault_, 0};
  }
}

void PendingRead::explain(Fault& other) const {
  if (!fault_ || other.kind == FaultKind::kRace) {
    return;
  }
  // An address made of rubbish lies far from everything; one that is near an allocation is a
  // mistake of its own.
  const bool is_near = other.kind == FaultKind::kOutOfBounds && other.allocation.has_value();
  if (fault_->space != Space::kShared || !is_near) {
    other = *fault_;
  }
}

}  // namespace warpschool::sim
