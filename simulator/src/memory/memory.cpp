// Owns every allocation of the simulated device.
#include "warpschool/sim/memory.hpp"

#include "memory/address_index.hpp"
#include "memory/backing.hpp"
#include "memory/shadow.hpp"
#include "memory/window.hpp"
#include "warpschool/support/assert.hpp"

#include <algorithm>
#include <atomic>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kGranule = 512;  ///< alignment of begins and width of the guards
constexpr std::uint64_t kNearBytes = std::uint64_t{1} << 20;
/// Beside a __managed__ variable lie the program's own variables, and tables of its functions.
constexpr std::uint64_t kNearOnHost = 256;
constexpr std::uint64_t kLeastGuard = std::uint64_t{64} << 10;  ///< while addresses are plenty
constexpr std::uint64_t kGuardShare = 256;   ///< a guard takes no more of those that are left
constexpr std::size_t kMaxFreed = 1u << 16;  ///< freed allocations that are remembered

std::uint64_t round_up(std::uint64_t bytes) {
  return (bytes + kGranule - 1) / kGranule * kGranule;
}

/// How the source declares a variable of a module; empty of other memory.
std::string qualifier(const Allocation& allocation) {
  if (allocation.name().empty()) {
    return {};
  }
  switch (allocation.kind) {
    case AllocationKind::kModuleConst:
      return "__constant__";
    case AllocationKind::kManaged:
      return "__managed__";
    default:
      return "__device__";
  }
}

bool is_device_kind(AllocationKind kind) {
  return kind == AllocationKind::kDevice || kind == AllocationKind::kModuleGlobal ||
         kind == AllocationKind::kModuleConst;
}

/// What clang makes of threadIdx and its kin without optimisation: of no use to programs.
bool is_index_variable(const Allocation& allocation) {
  static constexpr std::string_view kNames[] = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                                "warpSize"};
  return allocation.bytes == 1 &&
         std::find(std::begin(kNames), std::end(kNames), allocation.name()) != std::end(kNames);
}

/// How far an access is from an allocation; 0 if they share a byte or touch. Indexes rather run
/// over the end than below the begin, and below it by a few: what lies in between belongs to the
/// allocation before.
std::uint64_t gap(const Allocation& allocation, DeviceAddress address, std::uint64_t bytes) {
  constexpr std::uint64_t kRarer = 4;
  if (address < allocation.begin) {
    const std::uint64_t before = allocation.begin - address;
    return before > bytes ? kRarer * (before - bytes) : 0;
  }
  const DeviceAddress end = allocation.begin + allocation.bytes;
  return address > end ? address - end : 0;
}

std::int64_t distance(const Allocation& allocation, DeviceAddress address, std::uint64_t bytes) {
  if (address < allocation.begin) {
    return -static_cast<std::int64_t>(allocation.begin - address);
  }
  const DeviceAddress end = allocation.begin + allocation.bytes;
  return address + bytes > end ? static_cast<std::int64_t>(address + bytes - end) : 0;
}

bool is_managed_on_page(const Allocation& allocation) {
  constexpr DeviceAddress kPage = 4096;
  return allocation.kind == AllocationKind::kManaged && allocation.begin % kPage == 0;
}

struct LabelOrder {
  bool operator()(const AllocationLabel& a, const AllocationLabel& b) const {
    return std::tie(a.origin, a.name, a.element_bytes) <
           std::tie(b.origin, b.name, b.element_bytes);
  }
};

}  // namespace

struct Memory::Impl {
  Impl(std::uint64_t capacity, std::uint64_t window_bytes)
      : capacity_bytes(capacity), window(window_bytes), next(window.begin() + kGranule) {}

  /// An address range for `bytes` and its guard; 0 if there is none. While there are addresses, the
  /// guard is as long as the memory: an index that runs far over the end should not land in what
  /// was allocated next.
  DeviceAddress take_addresses(std::uint64_t bytes);
  DeviceAddress first_gap(std::uint64_t span) const;
  /// The one of its kind, kept as long as the memory.
  const AllocationLabel* label(std::string name, std::string origin,
                               std::uint32_t element_bytes = 0);
  bool tracks() const { return tracks_written != nullptr && *tracks_written; }
  /// nullptr while nobody needs it.
  std::shared_ptr<Shadow> make_shadow(std::uint64_t bytes) const {
    return all_have_shadows || tracks() ? std::make_shared<Shadow>(bytes) : nullptr;
  }
  void remember_freed(std::unique_ptr<Allocation> allocation);
  void consider(const AddressIndex& index, DeviceAddress address, std::uint64_t bytes,
                const Allocation*& best) const;

  std::uint64_t capacity_bytes;
  Window window;
  DeviceAddress next;  ///< where the next allocation begins, while addresses last
  BackingStore store;
  /// As many as there are lines that allocate, and variables.
  std::set<AllocationLabel, LabelOrder> labels;
  AddressIndex live, freed;
  /// Apart: they are asked for at every launch.
  std::map<DeviceAddress, const Allocation*> managed_on_pages;
  std::vector<DeviceAddress> freed_order;  ///< oldest first, from freed_first on
  std::size_t freed_first = 0;
  std::uint64_t used_bytes = 0;
  std::uint64_t heap_bytes = 0;  ///< of these what kernels allocated
  const bool* tracks_written = nullptr;
  bool all_have_shadows = false;  ///< and all to come
  std::atomic<std::uint64_t> generation{0};
};

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

void Memory::Impl::consider(const AddressIndex& index, DeviceAddress address, std::uint64_t bytes,
                            const Allocation*& best) const {
  const Allocation* before = index.last_at_or_before(address);
  while (before != nullptr && is_index_variable(*before)) {
    before = index.last_at_or_before(before->begin - 1);
  }
  const Allocation* after = index.first_after(address);
  while (after != nullptr && is_index_variable(*after)) {
    after = index.first_after(after->begin);
  }
  for (const Allocation* candidate : {before, after}) {
    if (candidate != nullptr &&
        (best == nullptr || gap(*candidate, address, bytes) < gap(*best, address, bytes))) {
      best = candidate;
    }
  }
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

const Allocation* Memory::find_freed(DeviceAddress address) const {
  const Allocation* last = impl_->freed.last_at_or_before(address);
  return last != nullptr && last->contains(address, 1) ? last : nullptr;
}

std::optional<AllocationRef> Memory::nearest(DeviceAddress address, std::uint64_t bytes) const {
  const Allocation* best = find(address);
  if (best == nullptr) {
    best = find_freed(address);
  }
  if (best == nullptr) {
    constexpr std::uint64_t kFreedRarer = 64;
    const Allocation* freed = nullptr;
    impl_->consider(impl_->live, address, bytes, best);
    impl_->consider(impl_->freed, address, bytes, freed);
    if (freed != nullptr && (best == nullptr || kFreedRarer * gap(*freed, address, bytes) <
                                                    gap(*best, address, bytes))) {
      best = freed;
    }
  }
  if (best == nullptr) {
    return std::nullopt;
  }
  const bool on_host = best->kind == AllocationKind::kManaged && !best->name().empty();
  const std::uint64_t near = std::max(on_host ? kNearOnHost : kNearBytes, best->bytes);
  if (gap(*best, address, bytes) > near) {
    return std::nullopt;
  }
  return AllocationRef{best->begin,
                       best->bytes,
                       best->name(),
                       best->origin(),
                       distance(*best, address, bytes),
                       qualifier(*best),
                       {},
                       best->pitch,
                       best->element_bytes()};
}

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
