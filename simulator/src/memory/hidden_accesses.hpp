// Accesses that the entries of a shadow do not name. An entry names one piece of work; where
// several that may run at the same time read a word, or update it atomically, the others are kept
// here, byte by byte: work that comes later may be ordered with the one that is named, and not with
// them.
#pragma once

#include "memory/lazy_pages.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpschool::sim {

/// Those of one piece of work, all alike.
class HiddenAccesses {
 public:
  struct Kind {
    std::uint32_t work = 0;  ///< a moment of it (exec/ordering.hpp)
    bool writes = false;
    bool is_strong = false;  ///< atomic or volatile
    bool operator==(const Kind&) const = default;
  };

  explicit HiddenAccesses(const Kind& kind) : kind_(kind) {}

  const Kind& kind() const { return kind_; }
  /// False when the host has no room. @param bytes of the allocation.
  bool reserve(std::uint64_t bytes);
  /// @param entry what a shadow would hold. Of neighbours the last one is kept.
  void add(std::uint64_t offset, std::uint64_t bytes, std::uint64_t entry);
  /// The first byte of [offset, end) that was accessed; `end` if there is none.
  std::uint64_t find(std::uint64_t offset, std::uint64_t end) const;
  std::uint64_t entry_at(std::uint64_t offset) const { return entries()[offset >> kRegionShift]; }

 private:
  static constexpr unsigned kRegionShift = 8;  ///< of the bytes that share an entry

  std::uint8_t* bits() const { return reinterpret_cast<std::uint8_t*>(bits_.data()); }
  std::uint64_t* entries() const { return reinterpret_cast<std::uint64_t*>(entries_.data()); }

  Kind kind_;
  std::uint64_t first_ = UINT64_MAX, last_ = 0;  ///< bytes that were accessed lie between
  LazyPages bits_;                               ///< one a byte
  LazyPages entries_;
};

/// Of one allocation: of each piece of work and kind. The oldest are forgotten.
class HiddenWork {
 public:
  bool empty() const { return known_.empty(); }
  auto begin() const { return known_.begin(); }
  auto end() const { return known_.end(); }
  void clear() { known_.clear(); }
  /// nullptr when the host has no room. @param bytes of the allocation.
  HiddenAccesses* need(const HiddenAccesses::Kind& kind, std::uint64_t bytes);

 private:
  static constexpr std::size_t kMost = 16;  ///< an eighth of the allocation's size each, at most

  std::vector<std::unique_ptr<HiddenAccesses>> known_;
};

}  // namespace warpschool::sim
