// The loops over words of atomic and volatile accesses.
#include "exec/races/race_loops.hpp"

#include <algorithm>

namespace warpschool::sim::shadow {
namespace {

/// Before an atomic or volatile access: an entry of `own_kind` is one of a single thread, too.
template <class Before>
[[gnu::always_inline]] inline std::int64_t before_strong(Entry entry, Entry now, Entry own_kind,
                                                         const WordRun& run) {
  const Entry kind = own_kind << kKindShift;
  const std::int64_t before = Before::of_all(entry, now | kind, run);
  if constexpr (Before::kWithSyncedLanes) {
    const bool is_own = ((entry ^ kind) & kKindBits) == 0 && bytes_of(entry) == 0xf;
    return before | Before::of_mate(is_own ? entry & ~kKindBits : entry, now, run);
  } else {
    return before;
  }
}

template <class Before, bool meets>
[[gnu::always_inline]] inline std::int64_t passes_writer(Entry writer, Entry now,
                                                         const WordRun& run) {
  const std::int64_t before = before_strong<Before>(writer, now, kStrong, run);
  return meets ? before | is_kind(writer, kStrong) : before;
}

/// What comes before a write.
template <class Before, bool meets>
[[gnu::always_inline]] inline std::int64_t passes(Entry writer, Entry reader, Entry now,
                                                  const WordRun& run) {
  const std::int64_t before = before_strong<Before>(reader, now, kStrongReader, run);
  return passes_writer<Before, meets>(writer, now, run) &
         (meets ? before | is_kind(reader, kStrongReader) : before);
}

/// Words side by side.
template <class Before, bool meets>
struct StrongWrites {
  [[gnu::always_inline]] static bool run(const WordRun& run) {
    const WordRun r = run;
    std::int64_t good = -1;
    for (std::uint32_t i = 0; i < r.count; ++i) {
      const Entry now = (r.base & ~kKindBits) + r.tags[i];
      good &= passes<Before, meets>(r.writers[i], r.readers[i], now, r);
    }
    if (good >= 0) {
      return false;
    }
    for (std::uint32_t i = 0; i < r.count; ++i) {
      if constexpr (meets) {
        r.readers[i] = others_may_meet(r.writers[i], r.limits) ? r.writers[i] : r.readers[i];
      }
      r.writers[i] = r.base + r.tags[i];
    }
    return true;
  }
};

/// Words anywhere, of atomics, in their places: two loads a word are all that it takes. Lanes that
/// share a word meet each other; the last one stays, as if they came one by one.
template <class Before>
struct FarAtomics {
  [[gnu::always_inline]] static bool run(const WordRun& run) {
    const WordRun r = run;
    std::int64_t good = -1;
    for (std::uint32_t i = 0; i < r.count; ++i) {
      const Entry now = (r.base & ~kKindBits) + r.tags[i];
      good &= passes<Before, true>(r.writers[r.words[i]], r.readers[r.words[i]], now, r);
    }
    if (good >= 0) {
      return false;
    }
    for (std::uint32_t i = 0; i < r.count; ++i) {
      Entry& writer = r.writers[r.words[i]];
      if (others_may_meet(writer, r.limits)) {
        r.readers[r.words[i]] = writer;
      }
      writer = r.base + r.tags[i];
    }
    return true;
  }
};

/// Sign bit set: the entry tells of all readers that matter, whoever of the warp reads now. One of
/// another block does, as no writer is ordered with it. In shared memory volatile writes of a warp
/// meet the reads of others, so that its own must be named.
template <class Before>
[[gnu::always_inline]] inline std::int64_t tells_of_all(Entry reader, Entry now,
                                                        const WordRun& run) {
  const auto is = [&](std::uint32_t bytes) {
    constexpr Entry kBits = kKindBits | Entry{0xf} << kBytesShift;
    const Entry wanted = with_bytes(kStrongReader << kKindShift, bytes);
    return static_cast<std::int64_t>((reader ^ wanted) & kBits) - 1;
  };
  const auto e = static_cast<std::int64_t>(reader);
  const std::int64_t in_warp =
      (static_cast<std::int64_t>((reader ^ now) & kWarpBits) - 1) & (run.met - 1 - e);
  const std::int64_t of_block = is(kStrongOfBlock) & (Before::kInShared ? in_warp : -1);
  const std::int64_t of_other =
      Before::kInShared ? 0 : (run.limits.kept - 1 - e) & (e - run.limits.own);
  return of_other | ((run.fresh - 1 - e) & (of_block | (is(kStrongOfWarp) & in_warp)));
}

/// Words side by side.
template <class Before, bool meets>
struct StrongReads {
  [[gnu::always_inline]] static ReadsPass run(const WordRun& run) {
    const WordRun r = run;
    std::int64_t good = -1, goes = -1;
    for (std::uint32_t i = 0; i < r.count; ++i) {
      const Entry now = (r.base & ~kKindBits) + r.tags[i];
      const std::int64_t before = before_strong<Before>(r.readers[i], now, kStrongReader, r);
      good &= passes_writer<Before, meets>(r.writers[i], now, r);
      goes &= before | tells_of_all<Before>(r.readers[i], now, r);
    }
    for (std::uint32_t i = 0; (good & goes) < 0 && i < r.count; ++i) {
      const Entry now = r.base + r.tags[i];
      r.readers[i] = tells_of_all<Before>(r.readers[i], now, r) < 0 ? r.readers[i] : now;
    }
    return good >= 0   ? ReadsPass::kUnclear
           : goes >= 0 ? ReadsPass::kNewReaders
                       : ReadsPass::kRecorded;
  }
};

template <class Before>
using MeetingWrites = StrongWrites<Before, true>;
template <class Before>
using LoneWrites = StrongWrites<Before, false>;
template <class Before>
using MeetingReads = StrongReads<Before, true>;
template <class Before>
using LoneReads = StrongReads<Before, false>;

/// Are the writers of all words the entries of `base` and tags?
struct AreWriters {
  [[gnu::always_inline]] static bool run(const WordRun& run) {
    const Entry* const writers = run.writers;
    const Entry* const tags = run.tags;
    const std::int32_t* const words = run.words;
    const Entry base = run.base;
    const std::uint32_t count = run.count;
    Entry differs = 0;
    if (words == nullptr) {
      for (std::uint32_t i = 0; i < count; ++i) {
        differs |= writers[i] ^ (base + tags[i]);
      }
    } else {
      for (std::uint32_t i = 0; i < count; ++i) {
        differs |= writers[words[i]] ^ (base + tags[i]);
      }
    }
    return differs == 0;
  }
};

}  // namespace

bool pass_strong_writes(const WordRun& run, bool meets) {
  if (run.words == nullptr) {
    return meets ? pass<MeetingWrites>(run) : pass<LoneWrites>(run);
  }
  if (meets) {
    return pass<FarAtomics>(run);
  }
  Near near(run);
  Entries old;  // NOLINT(*-member-init): filled as far as it is used
  std::copy_n(near.writers.begin(), run.count, old.begin());
  return pass<LoneWrites>(near.run) && scatter(run, run.writers, near.writers, old);
}

ReadsPass pass_strong_reads(const WordRun& run, bool meets) {
  if (run.words == nullptr) {
    return meets ? pass<MeetingReads>(run) : pass<LoneReads>(run);
  }
  Near near(run);
  Entries old;  // NOLINT(*-member-init)
  std::copy_n(near.readers.begin(), run.count, old.begin());
  const ReadsPass result = meets ? pass<MeetingReads>(near.run) : pass<LoneReads>(near.run);
  const bool is_apart =
      result != ReadsPass::kRecorded || scatter(run, run.readers, near.readers, old);
  return is_apart ? result : ReadsPass::kNewReaders;
}

std::optional<std::uint32_t> own_writes(WordRun& run) {
  const Entry now = run.base, first = run.writers[run.word(0)];
  run.base = with_kind(now & ~Entry{kUnknownPlace}, kStrong) | place_of(first);
  const bool are_own = first == run.base + run.tags[0] && widest<AreWriters>(run);
  run.base = now;
  return are_own ? std::optional(place_of(first)) : std::nullopt;
}

}  // namespace warpschool::sim::shadow
