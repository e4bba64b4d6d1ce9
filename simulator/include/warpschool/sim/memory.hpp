// The simulated device's memory: allocations, address translation, and what lies near a wrong
// address.
//
// Device addresses live in a window of the host's address space that is reserved without access
// (PROT_NONE). Host code that dereferences a device pointer faults at an address we recognise. The
// bytes themselves lie elsewhere (`backing`). Managed, pinned and mapped allocations are host
// memory: there the two addresses are equal.
#pragma once

#include "warpschool/sim/fault.hpp"
#include "warpschool/sim/types.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::sim {

enum class AllocationKind : std::uint8_t {
  kDevice,
  kManaged,
  kPinnedHost,
  kModuleGlobal,
  kModuleConst
};

struct Shadow;

/// What many allocations have in common: those of one loop are all made at one line.
struct AllocationLabel {
  std::string name;    ///< of module variables
  std::string origin;  ///< "file:line" of the allocating call where known
  std::uint32_t element_bytes =
      0;  ///< sizeof what the allocating call's pointer points to; 0: not known
};

/// Small, as a list's nodes may be a million.
struct Allocation {
  DeviceAddress begin = 0;
  std::uint64_t bytes = 0;
  std::byte* backing = nullptr;  ///< host address of the first byte
  AllocationKind kind = AllocationKind::kDevice;
  bool freed = false;
  const AllocationLabel* label = nullptr;  ///< never null in those that Memory gives; it keeps it
  std::uint64_t pitch = 0;  ///< bytes from row to row where it was allocated in rows; else 0
  const void* freed_from = nullptr;  ///< where the freeing call of a freed one returned to
  /// What the checks remember of it; private to the simulator. nullptr: nothing, and none of its
  /// bytes is known to be unwritten.
  std::shared_ptr<Shadow> shadow;

  const std::string& name() const { return label->name; }
  const std::string& origin() const { return label->origin; }
  std::uint32_t element_bytes() const { return label->element_bytes; }
  bool contains(DeviceAddress address, std::uint64_t size) const {
    return address >= begin && size <= bytes && address - begin <= bytes - size;
  }
};

/// What nobody has written of a range of memory.
struct UnwrittenPart {
  std::uint64_t bytes = 0;
  std::uint64_t first = 0;    ///< the first of them, from the range's begin on
  std::uint64_t longest = 0;  ///< the most that lie side by side
  bool is_tail = false;       ///< they are the range's last bytes, one and all
};

/// Windows of the generic address space (PTX ISA, section 5.1.1 on generic addressing). Shared and
/// local windows are private to the block and the thread that dereferences; an address there is
/// window + offset.
inline constexpr DeviceAddress kSharedWindow = 0x0000'7000'0000'0000ull;
inline constexpr std::uint64_t kSharedWindowBytes = 1ull << 24;
inline constexpr DeviceAddress kLocalWindow = kSharedWindow + kSharedWindowBytes;
inline constexpr std::uint64_t kLocalWindowBytes = 1ull << 24;

/// Address of the first byte of shared memory and of a thread's local memory, within their spaces.
/// Nothing lies below, so a pointer that leaves the first array at its lower end is still less than
/// its begin. As on devices of compute capability 8.0 and up, which keep 1 KiB of shared memory for
/// themselves. A multiple of 128 bytes, so that it changes neither alignment nor banks.
inline constexpr std::uint64_t kFirstAddress = 1024;

/// Size of the range of device addresses; more than any device has, so that freed addresses need
/// not be used again soon.
inline constexpr std::uint64_t kDeviceWindowBytes = 1ull << 40;

/// Owns every allocation. Look-ups may run at the same time as each other, not as allocate,
/// adopt_host or release: those are serialised by the caller's Device lock.
class Memory {
 public:
  /// @param capacity_bytes what cudaMemGetInfo reports as total.
  /// @param window_bytes range of device addresses; small only in tests.
  explicit Memory(std::uint64_t capacity_bytes, std::uint64_t window_bytes = kDeviceWindowBytes);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// nullptr when the device is out of memory. Contents are not initialised (poisoned with 0xCD).
  /// Allocations begin at multiples of 512, with at least 512 guard bytes between two of them. As
  /// long as addresses are plenty, there are as many guard bytes as the first one has bytes, and 64
  /// KiB at least. Zero bytes: a unique address that holds nothing.
  const Allocation* allocate(std::uint64_t bytes, AllocationKind kind, std::string name = {},
                             std::string origin = {});
  /// Makes host memory visible to the device at the same address (pinned, mapped, managed,
  /// registered). The memory stays the caller's. nullptr if it overlaps what is already known.
  const Allocation* adopt_host(void* host, std::uint64_t bytes, AllocationKind kind,
                               std::string origin = {}, std::string name = {});
  /// What it is to hold (AllocationLabel::element_bytes). `begin` is that of a live allocation.
  void set_element(DeviceAddress begin, std::uint32_t bytes);
  /// It consists of rows. `begin` is that of a live allocation.
  void set_pitch(DeviceAddress begin, std::uint64_t pitch);
  /// False if `begin` is not the begin of a live allocation. Device addresses are not reused soon,
  /// so that a use after free is found.
  /// @param from Allocation::freed_from, for messages.
  bool release(DeviceAddress begin, const void* from = nullptr);

  /// The live allocation that holds [address, address + bytes), or nullptr.
  const Allocation* find(DeviceAddress address, std::uint64_t bytes = 1) const;
  /// Host address of a device address inside a live allocation; nullptr outside. The bytes count as
  /// written from here on: the caller may write them. Who only reads uses find() and
  /// Allocation::backing.
  std::byte* translate(DeviceAddress address, std::uint64_t bytes) const;
  /// The live or freed allocation an address belongs to or is nearest to; empty if it is not within
  /// 1 MiB, nor within as many bytes as it has. Its distance is how far the access ends past the
  /// end (> 0), or begins before the begin (< 0).
  std::optional<AllocationRef> nearest(DeviceAddress address, std::uint64_t bytes) const;
  /// The freed allocation that held the address, or nullptr.
  const Allocation* find_freed(DeviceAddress address) const;
  /// True for any address of the device window, allocated or not.
  bool in_device_window(DeviceAddress address) const;

  // For the check of uninitialised reads. Allocations made while it is off count as written. So do
  // module variables, which are zero without an initialiser (CUDA C++ Programming Guide), and
  // memory that the host can see. Managed memory does not if the writes of the host to it are
  // followed.
  /// @param wanted read at every allocation; must live as long as this object.
  void follow(const bool* wanted);
  bool follows() const;
  /// The host wrote these bytes (inside one live allocation).
  void mark_written(DeviceAddress address, std::uint64_t bytes);
  /// A copy on the device: what was not written before is not written after.
  void copy_written(DeviceAddress to, DeviceAddress from, std::uint64_t bytes);
  /// What of these bytes (inside one live allocation) was not written since they were allocated.
  UnwrittenPart unwritten(DeviceAddress address, std::uint64_t bytes) const;
  // What the host writes of managed memory, while follows().
  /// None of the allocation's bytes is written yet.
  void begin_tracking_writes(const Allocation& allocation);
  /// Is it unknown of some bytes whether they were written?
  bool awaits_writes(const Allocation& allocation) const;
  /// Somebody looks up what the host has touched of it. @return how often that was done by now.
  unsigned count_look(const Allocation& allocation);

  /// For the race checks: every allocation has a shadow from here on.
  void need_shadows();
  /// Forgets all accesses: the race checks' clock starts anew.
  void drop_accessors();

  std::uint64_t capacity_bytes() const;
  std::uint64_t used_bytes() const;
  /// Of these what kernels allocated (origin kDeviceMalloc).
  std::uint64_t heap_bytes() const;
  /// Increases at every allocate/release: caches of look-ups compare it.
  std::uint64_t generation() const;
  std::vector<const Allocation*> live() const;
  /// Of the live managed ones those that begin on a page (of 4096 bytes), by their begin.
  const std::map<DeviceAddress, const Allocation*>& managed_on_pages() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warpschool::sim
