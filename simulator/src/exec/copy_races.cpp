#include "exec/copy_races.hpp"

#include "exec/race_sectors.hpp"
#include "model/sector_cache.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

using namespace shadow;

/// Bytes side by side.
struct Row {
  DeviceAddress begin = 0;
  std::uint64_t bytes = 0;
};

/// Until `visit` gives true.
template <class Visit>
bool any_row(const CopiedRows& rows, Visit visit) {
  const bool is_solid = rows.height == 1 || rows.pitch == rows.width;
  const std::uint64_t height = is_solid ? 1 : rows.height;
  const std::uint64_t bytes = is_solid ? rows.width * rows.height : rows.width;
  for (std::uint64_t slice = 0; slice < rows.depth; ++slice) {
    for (std::uint64_t row = 0; row < height; ++row) {
      if (bytes != 0 &&
          visit(Row{rows.begin + slice * rows.slice_pitch + row * rows.pitch, bytes})) {
        return true;
      }
    }
  }
  return false;
}

/// A sector of a row: entries 0 are its first word's; those of [first, last] are the row's.
struct SectorView {
  Entry& writer;
  Entry& reader;
  Entry* word_writers;
  Entry* word_readers;
  DeviceAddress begin;
  unsigned first, last;
  bool is_whole;
};

template <class Visit>
bool any_sector(const CopiedSide& side, const Shadow& shadow, const Row& row, Visit visit) {
  const DeviceAddress end = row.begin + row.bytes;
  for (DeviceAddress at = row.begin / kSectorBytes * kSectorBytes; at < end; at += kSectorBytes) {
    const auto sector = at / kSectorBytes - side.allocation / kSectorBytes;
    // Of an allocation that begins inside a sector, words before it are counted, not touched.
    const auto word =
        static_cast<std::ptrdiff_t>(at / 4) - static_cast<std::ptrdiff_t>(side.allocation / 4);
    const DeviceAddress first = std::max(at, row.begin),
                        last = std::min(at + kSectorBytes, end) - 1;
    if (visit(SectorView{
            shadow.sector_writers[sector], shadow.sector_readers[sector], shadow.writers + word,
            shadow.readers + word, at, static_cast<unsigned>((first - at) / 4),
            static_cast<unsigned>((last - at) / 4), last - first == kSectorBytes - 1})) {
      return true;
    }
  }
  return false;
}

/// The row's bytes of a word, as a mask.
std::uint32_t bytes_of_row(const Row& row, DeviceAddress word) {
  std::uint32_t mask = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    mask |= word + byte >= row.begin && word + byte < row.begin + row.bytes ? 1U << byte : 0;
  }
  return mask;
}

/// Looks through a copy's words for accesses of unordered work.
class ConflictSearch {
 public:
  ConflictSearch(const CopiedSide& side, const UnorderedWork& unordered,
                 const std::function<bool(Entry)>& counts)
      : side_(side),
        unordered_(unordered),
        counts_(counts),
        stale_(Entry{unordered.first()} << kMomentShift) {}

  std::optional<CopyConflict> run(const Shadow& shadow) {
    any_row(side_.rows, [&](const Row& row) {
      return any_sector(side_, shadow, row,
                        [&](const SectorView& view) { return look(row, view); });
    });
    return found_;
  }

 private:
  bool look(const Row& row, const SectorView& view) {
    const bool is_write = side_.rows.is_write;
    if (view.writer != kSpread) {
      const DeviceAddress at = std::max(view.begin, row.begin);
      return meets(view.writer, at, true) || (is_write && meets(view.reader, at, false));
    }
    for (unsigned word = view.first; word <= view.last; ++word) {
      const DeviceAddress at = view.begin + std::uint64_t{word} * 4;
      const std::uint32_t mask = bytes_of_row(row, at);
      const Entry writer = view.word_writers[word], reader = view.word_readers[word];
      if (((bytes_of(writer) & mask) != 0 && meets(writer, std::max(at, row.begin), true)) ||
          (is_write && (mask_of(reader) & mask) != 0 &&
           meets(reader, std::max(at, row.begin), false))) {
        return true;
      }
    }
    return false;
  }

  bool meets(Entry entry, DeviceAddress at, bool writes) {
    if (entry < stale_ || !unordered_.holds(moment_of(entry)) || !counts_(entry)) {
      return false;
    }
    found_ = CopyConflict{entry, at, writes};
    return true;
  }

  const CopiedSide& side_;
  const UnorderedWork& unordered_;
  const std::function<bool(Entry)>& counts_;
  Entry stale_;
  std::optional<CopyConflict> found_;
};

void put(Entry& entry, Entry now) {
  entry = moment_of(entry) < moment_of(now) ? now : entry;
}

/// Looks at no more than two rows of each slice.
bool meets_rows(const Row& row, const CopiedRows& rows, DeviceAddress& address) {
  const DeviceAddress end = row.begin + row.bytes;
  for (std::uint64_t slice = 0; slice < rows.depth; ++slice) {
    const DeviceAddress begin = rows.begin + slice * rows.slice_pitch;
    const std::uint64_t near =
        row.begin <= begin || rows.height == 1 ? 0 : (row.begin - begin) / rows.pitch;
    for (std::uint64_t k = near; k < std::min(near + 2, rows.height); ++k) {
      const DeviceAddress other = begin + k * rows.pitch;
      if (row.begin < other + rows.width && other < end) {
        address = std::max(row.begin, other);
        return true;
      }
    }
  }
  return false;
}

}  // namespace

std::optional<CopyConflict> find_conflict(const CopiedSide& side, const UnorderedWork& unordered,
                                          const std::function<bool(Entry)>& counts) {
  const std::shared_ptr<Shadow> shadow = side.shadow.lock();
  if (shadow == nullptr || shadow->writers == nullptr || unordered.empty()) {
    return std::nullopt;
  }
  return ConflictSearch(side, unordered, counts).run(*shadow);
}

void paint_copy(const CopiedSide& side, Moment moment) {
  const std::shared_ptr<Shadow> shadow = side.shadow.lock();
  if (shadow == nullptr || !shadow->need_accessors()) {
    return;
  }
  const Entry base = Entry{moment} << kMomentShift | kUnknownPlace;
  const bool is_write = side.rows.is_write;
  any_row(side.rows, [&](const Row& row) {
    return any_sector(side, *shadow, row, [&](const SectorView& view) {
      if (view.is_whole && view.writer != kSpread) {
        put(is_write ? view.writer : view.reader, base + sector_tag(0, 2));
        return false;
      }
      spread(view.writer, view.reader, view.word_writers, view.word_readers);
      for (unsigned word = view.first; word <= view.last; ++word) {
        const Entry now =
            base + lane_tag(0, bytes_of_row(row, view.begin + std::uint64_t{word} * 4));
        put((is_write ? view.word_writers : view.word_readers)[word], now);
      }
      return false;
    });
  });
}

bool copies_meet(const CopiedSide& one, const CopiedSide& other, DeviceAddress& address) {
  if (one.allocation != other.allocation || one.shadow.lock() != other.shadow.lock()) {
    return false;
  }
  return any_row(one.rows, [&](const Row& row) { return meets_rows(row, other.rows, address); });
}

}  // namespace warpschool::sim
