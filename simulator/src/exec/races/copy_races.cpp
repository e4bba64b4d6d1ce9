// Checks copies and fills against kernels in shadow memory.
#include "exec/races/copy_races.hpp"

#include "exec/races/race_sectors.hpp"
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

/// A sector of a row: bytes [first, last] of it are the row's.
struct SectorView {
  SectorPlace place;
  DeviceAddress begin;
  unsigned first, last;

  bool is_whole() const { return last - first == kSectorBytes - 1; }
  bool has(unsigned byte) const { return first <= byte && byte <= last; }
  bool has_all_of_word(unsigned word) const { return has(4 * word) && has(4 * word + 3); }
};

SectorPlace place_of(const Shadow& shadow, std::ptrdiff_t sector, std::ptrdiff_t word) {
  return {shadow.sector_writers[sector], shadow.sector_readers[sector], shadow.writers + word,
          shadow.readers + word, shadow.parts.at(word)};
}

template <class Visit>
bool any_sector(const CopiedSide& side, const Shadow& shadow, const Row& row, Visit visit) {
  const auto from_begin = [&](DeviceAddress at, std::uint64_t unit) {
    return static_cast<std::ptrdiff_t>(at / unit) -
           static_cast<std::ptrdiff_t>(side.allocation / unit);
  };
  const DeviceAddress end = row.begin + row.bytes;
  for (DeviceAddress at = row.begin / kSectorBytes * kSectorBytes; at < end; at += kSectorBytes) {
    const DeviceAddress first = std::max(at, row.begin),
                        last = std::min(at + kSectorBytes, end) - 1;
    // Of an allocation that begins inside a sector, words before it are counted, not touched.
    if (visit(SectorView{place_of(shadow, from_begin(at, kSectorBytes), from_begin(at, 4)), at,
                         static_cast<unsigned>(first - at), static_cast<unsigned>(last - at)})) {
      return true;
    }
  }
  return false;
}

/// Looks through a copy's words for accesses of unordered work.
class ConflictSearch {
 public:
  ConflictSearch(const CopiedSide& side, const UnorderedWork& unordered,
                 const std::function<bool(Entry)>& counts)
      : side_(side),
        unordered_(unordered),
        counts_(counts),
        stale_(Entry{unordered.first()} << kEpochShift) {}

  std::optional<CopyConflict> run(const Shadow& shadow) {
    any_row(side_.rows, [&](const Row& row) {
      const bool meets_entries =
          shadow.writers != nullptr &&
          any_sector(side_, shadow, row, [&](const SectorView& view) { return look(view); });
      return meets_entries || meets_hidden(shadow, row);
    });
    return found_;
  }

 private:
  bool look(const SectorView& view) {
    const SectorPlace& place = view.place;
    if (!place.is_spread()) {
      return meets(place.writer, place.reader, view.begin + view.first);
    }
    for (unsigned byte = view.first; byte <= view.last; ++byte) {
      const unsigned word = byte / 4;
      const bool is_spread = place.writer == kPerByte || place.word_writers[word] == kPerWord;
      const std::ptrdiff_t part = word * place.parts.in_word() + place.parts.part_of(byte);
      if (is_spread ? meets(place.parts.writers[part], place.parts.readers[part], view.begin + byte)
                    : meets(place.word_writers[word], place.word_readers[word],
                            view.begin + std::max(4 * word, view.first))) {
        return true;
      }
      byte += is_spread ? 0 : 3 - byte % 4;  // to the word's last
    }
    return false;
  }

  bool meets(Entry writer, Entry reader, DeviceAddress at) {
    return meets(writer, at, true) || (side_.rows.is_write && meets(reader, at, false));
  }

  bool meets(Entry entry, DeviceAddress at, bool writes) {
    if (entry < stale_ || !unordered_.holds(epoch_of(entry)) || !counts_(entry)) {
      return false;
    }
    found_ = CopyConflict{entry, at, writes};
    return true;
  }

  bool meets_hidden(const Shadow& shadow, const Row& row) {
    const std::uint64_t begin = row.begin - side_.allocation, end = begin + row.bytes;
    return std::any_of(shadow.hidden.begin(), shadow.hidden.end(), [&](const auto& hidden) {
      const ExtraAccessSets::Kind& kind = hidden->kind();
      const bool conflicts = side_.rows.is_write || kind.writes;
      const std::uint64_t at =
          conflicts && unordered_.holds(kind.work) ? hidden->find(begin, end) : end;
      return at != end && meets(hidden->entry_at(at), side_.allocation + at, kind.writes);
    });
  }

  const CopiedSide& side_;
  const UnorderedWork& unordered_;
  const std::function<bool(Entry)>& counts_;
  Entry stale_;
  std::optional<CopyConflict> found_;
};

/// False if somebody came later: that entry stays.
bool put(Entry& entry, Entry now) {
  const bool stands = epoch_of(entry) <= epoch_of(now);
  entry = stands ? now : entry;
  return stands;
}

/// Puts a copy's entry to a part of a sector, or to one whose words have entries. False if one does
/// not stand there.
bool paint_words(Shadow& shadow, SectorView& view, Entry base) {
  SectorPlace& place = view.place;
  const bool has_parts = view.first % 4 != 0 || view.last % 4 != 3;
  if ((has_parts || place.is_of_parts()) && shadow.need_parts(has_parts ? 0 : place.part_shift())) {
    place.parts = shadow.parts.at(place.word_writers - shadow.writers);
  }
  spread(place);
  const Entry now = base + lane_tag(0, 0xf);
  bool stands = true;
  for (unsigned word = view.first / 4; word <= view.last / 4; ++word) {
    Entry& writer = place.word_writers[word];
    const PartEntries parts = place.parts.at(word);
    if (!view.has_all_of_word(word) && writer != kPerWord && place.parts.writers != nullptr) {
      spread_word(writer, place.word_readers[word], parts);
    }
    if (writer != kPerWord) {
      stands = put(writer, now) && stands;
      continue;
    }
    for (unsigned byte = 0; byte < 4; ++byte) {
      if (view.has(4 * word + byte)) {
        stands = put(parts.writers[parts.part_of(byte)], now) && stands;
      }
    }
  }
  return stands;
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
  if (shadow == nullptr || unordered.empty()) {
    return std::nullopt;
  }
  return ConflictSearch(side, unordered, counts).run(*shadow);
}

namespace {

/// What came later may be ordered with the copy, and what comes next with neither: of two that only
/// add to a word one may be too early for the fill before the other. So a copy that an entry does
/// not name is kept beside them.
void paint_write(const CopiedSide& side, Shadow& shadow, Epoch epoch, const StreamHistory& log) {
  const Entry base = Entry{epoch} << kEpochShift | kUnknownPlace;
  const auto is_past = [&](Epoch work) { return log.find(work) == nullptr; };
  any_row(side.rows, [&](const Row& row) {
    const std::uint64_t first = row.begin - side.allocation;
    shadow.last_written.mark(first, first + row.bytes - 1, epoch);
    return any_sector(side, shadow, row, [&](SectorView view) {
      const bool stands = view.is_whole() && !view.place.is_spread()
                              ? put(view.place.writer, base + sector_tag(0, 2))
                              : paint_words(shadow, view, base);
      ExtraAccessSets* const hidden =
          stands ? nullptr : shadow.hidden.need({epoch, true, false}, shadow.bytes, is_past);
      if (hidden != nullptr) {
        hidden->add(view.begin + view.first - side.allocation, view.last - view.first + 1, base);
      }
      return false;
    });
  });
}

/// Besides the readers that entries name.
void paint_read(const CopiedSide& side, Shadow& shadow, Epoch epoch, const StreamHistory& log) {
  ExtraAccessSets* const hidden = shadow.hidden.need(
      {epoch, false, false}, shadow.bytes, [&](Epoch work) { return log.find(work) == nullptr; });
  const Entry entry = Entry{epoch} << kEpochShift | kUnknownPlace;
  any_row(side.rows, [&](const Row& row) {
    if (hidden != nullptr) {
      hidden->add(row.begin - side.allocation, row.bytes, entry);
    }
    return hidden == nullptr;
  });
}

}  // namespace

void paint_copy(const CopiedSide& side, Epoch epoch, const StreamHistory& log) {
  const std::shared_ptr<Shadow> shadow = side.shadow.lock();
  if (shadow == nullptr || !shadow->need_accessors()) {
    return;
  }
  if (side.rows.is_write) {
    paint_write(side, *shadow, epoch, log);
  } else {
    paint_read(side, *shadow, epoch, log);
  }
}

bool copies_meet(const CopiedSide& one, const CopiedSide& other, DeviceAddress& address) {
  if (one.allocation != other.allocation || one.shadow.lock() != other.shadow.lock()) {
    return false;
  }
  return any_row(one.rows, [&](const Row& row) { return meets_rows(row, other.rows, address); });
}

}  // namespace warpschool::sim
