// Tracks which bytes of the device's memory have been written.
#include "memory/memory_impl.hpp"

#include <algorithm>

namespace warpschool::sim {

void Memory::follow(const bool* wanted) {
  impl_->tracks_written = wanted;
}

bool Memory::follows() const {
  return impl_->tracks();
}

UnwrittenPart Memory::unwritten(DeviceAddress address, std::uint64_t bytes) const {
  const Allocation* const held = find(address, bytes);
  UnwrittenPart part;
  // Constants that nobody has set are zero: who reads them back knows that. What the host has
  // written of managed memory is known at launches only.
  if (held == nullptr || held->kind == AllocationKind::kModuleConst ||
      held->kind == AllocationKind::kManaged || held->shadow == nullptr ||
      held->shadow->written.complete()) {
    return part;
  }
  WrittenBytes& written = held->shadow->written;
  const std::uint64_t begin = address - held->begin, end = begin + bytes;
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t next = written.end_of_run(at, end);
    if (!written.has(at)) {
      part.first = part.bytes == 0 ? at - begin : part.first;
      part.bytes += next - at;
      part.longest = std::max(part.longest, next - at);
      part.is_tail = part.bytes == next - at && next == end;
    }
    at = next;
  }
  if (part.bytes == 0 && bytes == held->bytes) {
    written.mark(0, bytes);  // nothing is missing any more: the next copy is not looked at
  }
  return part;
}

void Memory::need_shadows() {
  if (impl_->all_have_shadows) {
    return;
  }
  impl_->all_have_shadows = true;
  impl_->live.for_each([this](Allocation& allocation) {
    if (allocation.shadow == nullptr) {
      allocation.shadow = impl_->make_shadow(allocation.bytes);
    }
  });
}

void Memory::mark_written(DeviceAddress address, std::uint64_t bytes) {
  (void)translate(address, bytes);
}

void Memory::begin_tracking_writes(const Allocation& allocation) {
  allocation.shadow->written.begin_tracking();
}

bool Memory::awaits_writes(const Allocation& allocation) const {
  return allocation.shadow != nullptr && !allocation.shadow->written.complete();
}

unsigned Memory::count_look(const Allocation& allocation) {
  return ++allocation.shadow->looks;
}

void Memory::copy_written(DeviceAddress to, DeviceAddress from, std::uint64_t bytes) {
  const Allocation* target = find(to, bytes);
  const Allocation* origin = find(from, bytes);
  if (target == nullptr || origin == nullptr || target->shadow == nullptr) {
    return;
  }
  if (origin->shadow == nullptr || origin->kind == AllocationKind::kModuleConst ||
      origin->kind == AllocationKind::kManaged) {
    target->shadow->written.mark(to - target->begin, bytes);
  } else {
    target->shadow->written.copy(to - target->begin, origin->shadow->written, from - origin->begin,
                                 bytes);
  }
}

void Memory::drop_accessors() {
  impl_->live.for_each([](const Allocation& allocation) {
    if (allocation.shadow != nullptr) {
      allocation.shadow->drop_accessors();
    }
  });
}

}  // namespace warpschool::sim
