// What Memory keeps. memory.cpp, nearest_allocation.cpp and write_tracking.cpp implement it.
#pragma once

#include "memory/address_index.hpp"
#include "memory/backing.hpp"
#include "memory/shadow.hpp"
#include "memory/window.hpp"
#include "warpschool/sim/memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace warpschool::sim {

/// Alignment of begins and width of the guards. cudaMalloc's begins are multiples of 512 or more; of
/// a kilobyte, so that equal arrays lie equally on the slices of L2 (model/atomic_queue).
constexpr std::uint64_t kGranule = 1024;

struct LabelOrder {
  bool operator()(const AllocationLabel& a, const AllocationLabel& b) const {
    return std::tie(a.origin, a.name, a.element_bytes) <
           std::tie(b.origin, b.name, b.element_bytes);
  }
};

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

}  // namespace warpschool::sim
