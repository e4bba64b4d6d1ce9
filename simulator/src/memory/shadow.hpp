// What the checks remember of an allocation, word by word and byte by byte. Costs host memory only
// where the guest works.
#pragma once

#include "memory/extra_access_sets.hpp"
#include "memory/lazy_pages.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace warpschool::sim {

/// Which launch (or copy) touched an allocation last, region by region: often one allocation holds
/// several arrays, some read and some written. They are told by their first epoch
/// (exec/races/happens_before.hpp).
class TouchedRegions {
 public:
  /// @param bytes covered. Without room on the host they count as one region.
  explicit TouchedRegions(std::uint64_t bytes);

  /// @param first, last bytes of an access.
  void mark(std::uint64_t first, std::uint64_t last, std::uint32_t launch) {
    for (std::uint64_t r = region(first); r <= region(last); ++r) {
      if (std::uint32_t& known = regions()[r]; known != launch) {
        known = launch;
      }
    }
  }
  /// By no launch, ever.
  bool none(std::uint64_t first, std::uint64_t last) const {
    std::uint32_t any = 0;
    for (std::uint64_t r = region(first); r <= region(last); ++r) {
      any |= regions()[r];
    }
    return any == 0;
  }
  bool holds(std::uint64_t first, std::uint64_t last, std::uint32_t launch) const {
    bool found = false;
    for (std::uint64_t r = region(first); r <= region(last); ++r) {
      found |= regions()[r] == launch;
    }
    return found;
  }

 private:
  static constexpr unsigned kRegionShift = 16;

  std::uint64_t region(std::uint64_t offset) const {
    return many_ == nullptr ? 0 : offset >> kRegionShift;
  }
  std::uint32_t* regions() { return many_ == nullptr ? &one_ : many_.get(); }
  const std::uint32_t* regions() const { return many_ == nullptr ? &one_ : many_.get(); }

  std::uint32_t one_ = 0;
  std::unique_ptr<std::uint32_t[]> many_;
};

/// A bit a byte: was it ever written?
class WrittenBytes {
 public:
  /// @param bytes covered.
  explicit WrittenBytes(std::uint64_t bytes) : bytes_(bytes) {}

  /// True: nothing is known to be missing; mark() and has() need not be asked.
  bool complete() const { return complete_; }
  /// From here on bytes count as written only after mark().
  void begin_tracking() { complete_ = false; }

  void mark(std::uint64_t offset, std::uint64_t bytes);
  /// Takes over the state of `bytes` bytes of another range (a copy from device to device).
  void copy(std::uint64_t offset, const WrittenBytes& from, std::uint64_t from_offset,
            std::uint64_t bytes);
  bool has(std::uint64_t offset) const {
    return complete_ ||
           (bits() != nullptr && (std::uint32_t{bits()[offset / 8]} >> (offset % 8) & 1u) != 0);
  }
  /// The first byte from `offset` on that is written where that one is not, or the other way round;
  /// `end` if there is none before.
  std::uint64_t end_of_run(std::uint64_t offset, std::uint64_t end) const;
  /// The bits, eight bytes of the allocation a byte; nullptr: the host has no room.
  std::uint8_t* need_bits();
  std::uint8_t* bits() const { return reinterpret_cast<std::uint8_t*>(pages_.data()); }

 private:
  std::uint64_t bytes_;
  bool complete_ = true;
  LazyPages pages_;
};

/// Entries of parts of words: of bytes, or of halves as long as nobody accesses single bytes.
struct PartEntries {
  std::uint64_t* writers = nullptr;  ///< of a word's first part; nullptr: there are none
  std::uint64_t* readers = nullptr;
  unsigned shift = 0;  ///< a part has 1 << shift bytes

  std::ptrdiff_t in_word() const { return 4 >> shift; }
  std::ptrdiff_t part_of(std::uint64_t address) const {
    return static_cast<std::ptrdiff_t>(address % 4 >> shift);
  }
  /// Those of the word that lies so many words behind; none, if there are none.
  PartEntries at(std::ptrdiff_t word) const {
    return writers == nullptr
               ? *this
               : PartEntries{writers + word * in_word(), readers + word * in_word(), shift};
  }
};

/// An allocation's shadow. Entries of accesses (exec/races/race.cpp knows what they mean) stand for
/// sectors of 32 bytes. Where that is too coarse there are entries for words of 4 bytes, and for
/// parts of words. Entry 0 is that of the sector, word or part that holds the allocation's first
/// byte.
struct Shadow {
  explicit Shadow(std::uint64_t size)
      : bytes(size), last_written(size), last_read(size), written(size) {}

  /// False when the host has no room: then there are no accessors, and none are checked.
  bool need_accessors();
  /// The same of those of parts of words, which take two or four times the addresses.
  /// @param shift as PartEntries::shift, or less
  bool need_parts(unsigned shift);
  void drop_accessors();

  std::uint64_t bytes;
  std::uint64_t* writers = nullptr;
  std::uint64_t* readers = nullptr;
  std::uint64_t* sector_writers = nullptr;
  std::uint64_t* sector_readers = nullptr;
  PartEntries parts;
  TouchedRegions last_written;  ///< by whom there are writers' entries
  TouchedRegions last_read;     ///< by launches that entered readers
  HiddenWork hidden;
  WrittenBytes written;
  /// A kernel wrote it through a pointer to other memory: what can be written is not known.
  bool is_strayed_into = false;
  /// Of managed memory: launches before which it was asked what the host had touched.
  unsigned looks = 0;

 private:
  LazyPages pages_;  ///< of sectors and words, one table behind the other
  LazyPages part_pages_;
};

}  // namespace warpschool::sim
