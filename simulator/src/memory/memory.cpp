// Owns every allocation of the simulated device.
#include "warpschool/sim/memory.hpp"

#include "memory/memory_impl.hpp"
#include "warpschool/support/assert.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kLeastGuard = std::uint64_t{64} << 10;  ///< while addresses are plenty
constexpr std::uint64_t kGuardShare = 256;   ///< a guard takes no more of those that are left
constexpr std::size_t kMaxFreed = 1u << 16;  ///< freed allocations that are remembered

std::uint64_t round_up(std::uint64_t bytes) {
  return (bytes + kGranule - 1) / kGranule * kGranule;
}

bool is_device_kind(AllocationKind kind) {
  return kind == AllocationKind::kDevice || kind == AllocationKind::kModuleGlobal ||
         kind == AllocationKind::kModuleConst;
}

bool is_managed_on_page(const Allocation& allocation) {
  constexpr DeviceAddress kPage = 4096;
  return allocation.kind == AllocationKind::kManaged && allocation.begin % kPage == 0;
}

}  // namespace

DeviceAddress Memory::Impl::take_addresses(std::uint64_t bytes) {
  if (bytes > window.end() - window.begin()) {
    return 0;
  }
  const std::uint64_t span = round_up(bytes) + kGranule, left = window.end() - next;
  if (span <= left) {
    const DeviceAddress begin = next;
    const std::uint64_t guard = std::min(std::max(bytes, kLeastGuard), (left - span) / kGuardShare);
    next += span + guard / kGranule * kGranule;
    return begin;
  }
  // Out of fresh addresses: give up finding uses after free of what was freed so far.
  freed.clear();
  freed_order.clear();
  freed_first = 0;
  return first_gap(span);
}

DeviceAddress Memory::Impl::first_gap(std::uint64_t span) const {
  DeviceAddress cursor = window.begin() + kGranule;
  DeviceAddress found = 0;
  live.for_each([&](const Allocation& allocation) {
    if (found != 0 || !window.contains(allocation.begin)) {
      return;
    }
    if (allocation.begin >= cursor && allocation.begin - cursor >= span) {
      found = cursor;
    }
    cursor = allocation.begin + round_up(allocation.bytes) + kGranule;
  });
  if (found != 0) {
    return found;
  }
  return window.end() - std::min(cursor, window.end()) >= span ? cursor : 0;
}

const AllocationLabel* Memory::Impl::label(std::string name, std::string origin,
                                           std::uint32_t element_bytes) {
  return &*labels.insert({std::move(name), std::move(origin), element_bytes}).first;
}

void Memory::Impl::remember_freed(std::unique_ptr<Allocation> allocation) {
  if (freed_order.size() - freed_first == kMaxFreed) {
    freed.remove(freed_order[freed_first++]);
    if (freed_first == kMaxFreed) {
      freed_order.erase(freed_order.begin(),
                        freed_order.begin() + static_cast<std::ptrdiff_t>(freed_first));
      freed_first = 0;
    }
  }
  freed_order.push_back(allocation->begin);
  freed.insert(std::move(allocation));
}

Memory::Memory(std::uint64_t capacity_bytes, std::uint64_t window_bytes)
    : impl_(std::make_unique<Impl>(capacity_bytes, window_bytes)) {}

Memory::~Memory() {
  impl_->live.for_each([](const Allocation& allocation) {
    if (is_device_kind(allocation.kind)) {
      BackingStore::free(allocation.backing, allocation.bytes);
    }
  });
}

const Allocation* Memory::allocate(std::uint64_t bytes, AllocationKind kind, std::string name,
                                   std::string origin) {
  WARPSCHOOL_ASSERT(is_device_kind(kind), "host memory is adopted, not allocated");
  if (bytes > impl_->capacity_bytes - impl_->used_bytes) {
    return nullptr;
  }
  std::byte* backing = impl_->store.make(bytes);
  if (backing == nullptr) {
    return nullptr;
  }
  const DeviceAddress begin = impl_->take_addresses(bytes);
  if (begin == 0) {
    BackingStore::free(backing, bytes);
    return nullptr;
  }
  impl_->used_bytes += bytes;
  impl_->heap_bytes += origin == kDeviceMalloc ? bytes : 0;
  ++impl_->generation;
  std::shared_ptr<Shadow> shadow = impl_->make_shadow(bytes);
  if (impl_->tracks() && kind == AllocationKind::kDevice) {
    shadow->written.begin_tracking();
  }
  return impl_->live.insert(std::make_unique<Allocation>(
      Allocation{begin, bytes, backing, kind, false,
                 impl_->label(std::move(name), std::move(origin)), 0, nullptr, std::move(shadow)}));
}

const Allocation* Memory::adopt_host(void* host, std::uint64_t bytes, AllocationKind kind,
                                     std::string origin, std::string name) {
  WARPSCHOOL_ASSERT(!is_device_kind(kind), "device memory is allocated, not adopted");
  const auto begin = reinterpret_cast<DeviceAddress>(host);
  if (impl_->live.overlapping(begin, bytes) != nullptr) {
    return nullptr;
  }
  while (const Allocation* stale = impl_->freed.overlapping(begin, bytes)) {
    impl_->freed.remove(stale->begin);
  }
  ++impl_->generation;
  const Allocation* adopted = impl_->live.insert(std::make_unique<Allocation>(Allocation{
      begin, bytes, static_cast<std::byte*>(host), kind, false,
      impl_->label(std::move(name), std::move(origin)), 0, nullptr, impl_->make_shadow(bytes)}));
  if (is_managed_on_page(*adopted)) {
    impl_->managed_on_pages.emplace(begin, adopted);
  }
  return adopted;
}

void Memory::set_element(DeviceAddress begin, std::uint32_t bytes) {
  std::unique_ptr<Allocation> allocation = impl_->live.remove(begin);
  if (allocation != nullptr) {
    allocation->label = impl_->label(allocation->name(), allocation->origin(), bytes);
    impl_->live.insert(std::move(allocation));
  }
}

void Memory::set_pitch(DeviceAddress begin, std::uint64_t pitch) {
  std::unique_ptr<Allocation> allocation = impl_->live.remove(begin);
  if (allocation != nullptr) {
    allocation->pitch = pitch;
    impl_->live.insert(std::move(allocation));
  }
}

bool Memory::release(DeviceAddress begin, const void* from) {
  std::unique_ptr<Allocation> allocation = impl_->live.remove(begin);
  if (allocation == nullptr) {
    return false;
  }
  if (is_device_kind(allocation->kind)) {
    BackingStore::free(allocation->backing, allocation->bytes);
    impl_->used_bytes -= allocation->bytes;
    impl_->heap_bytes -= allocation->origin() == kDeviceMalloc ? allocation->bytes : 0;
  }
  if (is_managed_on_page(*allocation)) {
    impl_->managed_on_pages.erase(begin);
  }
  allocation->freed = true;
  allocation->freed_from = from;
  allocation->backing = nullptr;
  allocation->shadow.reset();
  impl_->remember_freed(std::move(allocation));
  ++impl_->generation;
  return true;
}

const Allocation* Memory::find(DeviceAddress address, std::uint64_t bytes) const {
  const Allocation* last = impl_->live.last_at_or_before(address);
  return last != nullptr && last->contains(address, bytes) ? last : nullptr;
}

std::byte* Memory::translate(DeviceAddress address, std::uint64_t bytes) const {
  const Allocation* allocation = find(address, bytes);
  if (allocation == nullptr) {
    return nullptr;
  }
  if (allocation->shadow != nullptr) {
    allocation->shadow->written.mark(address - allocation->begin, bytes);
  }
  return allocation->backing + (address - allocation->begin);
}

bool Memory::in_device_window(DeviceAddress address) const {
  return impl_->window.contains(address);
}
std::uint64_t Memory::capacity_bytes() const {
  return impl_->capacity_bytes;
}
std::uint64_t Memory::heap_bytes() const {
  return impl_->heap_bytes;
}

std::uint64_t Memory::used_bytes() const {
  return impl_->used_bytes;
}
std::uint64_t Memory::generation() const {
  return impl_->generation;
}

std::vector<const Allocation*> Memory::live() const {
  std::vector<const Allocation*> all;
  impl_->live.for_each([&](const Allocation& allocation) { all.push_back(&allocation); });
  return all;
}

const std::map<DeviceAddress, const Allocation*>& Memory::managed_on_pages() const {
  return impl_->managed_on_pages;
}

}  // namespace warpschool::sim
