// Accesses that the entries of a shadow do not name. An entry names one piece of work. Several that
// may run at the same time may read a word, or update it atomically: the others are kept here, byte
// by byte. Later work may be ordered with the one that is named, but not with the others. Reads of
// what a launch cannot write are only kept here, as bits take less than entries.
#pragma once

#include "memory/lazy_pages.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace warpschool::sim {

/// Those of one piece of work, all alike.
class ExtraAccessSets {
 public:
  struct Kind {
    std::uint32_t work = 0;  ///< an epoch of it (exec/races/happens_before.hpp)
    bool writes = false;
    bool is_strong = false;  ///< atomic or volatile
    bool operator==(const Kind&) const = default;
  };

  explicit ExtraAccessSets(const Kind& kind) : kind_(kind) {}

  const Kind& kind() const { return kind_; }
  /// False when the host has no room. @param bytes of the allocation.
  bool reserve(std::uint64_t bytes);
  /// @param entry what a shadow would hold. Of neighbours the last one is kept.
  void add(std::uint64_t offset, std::uint64_t bytes, std::uint64_t entry) {
    const std::uint64_t in_byte = offset % 8;
    if (in_byte + bytes > 8) {
      add_row(offset, bytes, entry);
      return;
    }
    std::uint8_t& known = bits()[offset / 8];
    known = static_cast<std::uint8_t>(known | ((1u << bytes) - 1u) << in_byte);
    entries()[offset >> kRegionShift] = entry;
    first_ = offset < first_ ? offset : first_;
    last_ = offset + bytes > last_ ? offset + bytes - 1 : last_;
  }
  /// The first byte of [offset, end) that was accessed; `end` if there is none.
  std::uint64_t find(std::uint64_t offset, std::uint64_t end) const;
  /// From the first to the last byte that was accessed.
  std::uint64_t span() const { return first_ > last_ ? 0 : last_ - first_ + 1; }
  std::uint64_t entry_at(std::uint64_t offset) const { return entries()[offset >> kRegionShift]; }

 private:
  static constexpr unsigned kRegionShift = 8;  ///< of the bytes that share an entry

  void add_row(std::uint64_t offset, std::uint64_t bytes, std::uint64_t entry);
  std::uint8_t* bits() const { return reinterpret_cast<std::uint8_t*>(bits_.data()); }
  std::uint64_t* entries() const { return reinterpret_cast<std::uint64_t*>(entries_.data()); }

  Kind kind_;
  std::uint64_t first_ = UINT64_MAX, last_ = 0;  ///< bytes that were accessed lie between
  LazyPages bits_;                               ///< one a byte
  LazyPages entries_;
};

/// Of one allocation: of each piece of work and kind.
class HiddenWork {
 public:
  bool empty() const { return known().empty(); }
  auto begin() const { return known().begin(); }
  auto end() const { return known().end(); }
  void clear() { state_.reset(); }
  /// nullptr when the host has no room. The oldest are forgotten where all take too much of it.
  /// @param bytes of the allocation.
  /// @param is_past says whether what comes is ordered with all of a piece of work.
  ExtraAccessSets* need(const ExtraAccessSets::Kind& kind, std::uint64_t bytes,
                        const std::function<bool(std::uint32_t)>& is_past);
  /// What the work that begins at `now` may run at the same time as.
  /// @param may_run_with says so of a piece of work; asked once.
  const std::vector<const ExtraAccessSets*>& beside(
      std::uint32_t now, const std::function<bool(std::uint32_t)>& may_run_with) const;

 private:
  static constexpr std::uint64_t kMostSpans = 16;  ///< of all, in sizes of the allocation
  static constexpr std::uint64_t kFewBytes = 1 << 20;

  bool takes_too_much(std::uint64_t bytes) const;

  using Known = std::vector<std::unique_ptr<ExtraAccessSets>>;
  struct State {
    Known known;
    std::uint32_t asked_by = 0;  ///< whom `beside` is for
    std::vector<const ExtraAccessSets*> beside;
  };

  static const Known kNone;
  const Known& known() const { return state_ == nullptr ? kNone : state_->known; }

  std::unique_ptr<State> state_;  ///< made late: there may be very many small allocations
};

}  // namespace warpschool::sim
