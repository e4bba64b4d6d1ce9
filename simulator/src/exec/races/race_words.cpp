// Race checks for runs of adjacent words, for this machine's vector width.
#include "exec/races/race_words.hpp"

#include "exec/races/race_loops.hpp"

#include <algorithm>
#include <array>

namespace warpschool::sim::shadow {
namespace {

template <class Before, bool unread>
struct WritesOf {
  [[gnu::always_inline]] static bool run(const WordRun& run) {
    const WordRun r = run;
    std::int64_t good = -1;
    for (std::uint32_t i = 0; i < r.count; ++i) {
      const Entry now = r.base + r.tags[i];
      good &= Before::of(r.writers[i], now, r) & (unread ? -1 : Before::of(r.readers[i], now, r));
    }
    if (good >= 0) {
      return false;
    }
    for (std::uint32_t i = 0; i < r.count; ++i) {
      r.writers[i] = r.base + r.tags[i];
    }
    return true;
  }
};

template <class Before>
using Writes = WritesOf<Before, false>;
template <class Before>
using WritesOfUnread = WritesOf<Before, true>;

bool pass_near_writes(const WordRun& run) {
  return run.unread ? pass<WritesOfUnread>(run) : pass<Writes>(run);
}

/// What the entries of all words say.
struct Verdict {
  std::int64_t good = -1, enough = -1, replaced = 0;
};

// The kind of a writer is compared too: lanes that share a word (kWarp) are not all its writer.
template <class Before>
[[gnu::always_inline]] inline void look_at_writer(const WordRun& r, Entry writer, Entry now,
                                                  Verdict& v) {
  v.good &= Before::of(writer, now, r);
}

template <class Before>
[[gnu::always_inline]] inline void look_at_reader(const WordRun& r, Entry reader, Entry now,
                                                  Verdict& v) {
  const std::int64_t goes = Before::of(reader, now, r);
  v.replaced |= goes;
  v.enough &= goes | Before::subsumes(reader, now, r);
}

template <class Before, bool unwritten>
[[gnu::always_inline]] inline Verdict look(const WordRun& r) {
  Verdict v;
  if constexpr (unwritten) {
    for (std::uint32_t i = 0; i < r.count; ++i) {
      look_at_reader<Before>(r, r.readers[i], r.base + r.tags[i], v);
    }
  } else if constexpr (!Before::kWithSyncedLanes) {
    for (std::uint32_t i = 0; i < r.count; ++i) {
      look_at_writer<Before>(r, r.writers[i], r.base + r.tags[i], v);
      look_at_reader<Before>(r, r.readers[i], r.base + r.tags[i], v);
    }
  } else {  // one loop would need more registers than there are
    for (std::uint32_t i = 0; i < r.count; ++i) {
      look_at_writer<Before>(r, r.writers[i], r.base + r.tags[i], v);
    }
    for (std::uint32_t i = 0; i < r.count; ++i) {
      look_at_reader<Before>(r, r.readers[i], r.base + r.tags[i], v);
    }
  }
  return v;
}

ReadsPass pass_of(const Verdict& verdict) {
  return verdict.good >= 0     ? ReadsPass::kUnclear
         : verdict.enough >= 0 ? ReadsPass::kNewReaders
                               : ReadsPass::kRecorded;
}

template <class Before, bool unwritten>
struct ReadsOf {
  [[gnu::always_inline]] static ReadsPass run(const WordRun& run) {
    const WordRun r = run;
    const Verdict verdict = look<Before, unwritten>(r);
    const bool records = verdict.good < 0 && verdict.enough < 0 && verdict.replaced < 0;
    for (std::uint32_t i = 0; records && i < r.count; ++i) {
      const Entry now = r.base + r.tags[i], reader = r.readers[i];
      r.readers[i] = Before::of(reader, now, r) < 0 ? now : reader;
    }
    return pass_of(verdict);
  }
};

template <class Before>
using Reads = ReadsOf<Before, false>;
template <class Before>
using ReadsOfUnwritten = ReadsOf<Before, true>;

/// The same for one word, as all lanes may read at once.
ReadsPass read_one(const WordRun& r) {
  using Before = BeforeAll<false>;
  Verdict verdict;
  const Entry now = r.base + r.tags[0];
  look_at_writer<Before>(r, r.writers[0], now, verdict);
  look_at_reader<Before>(r, r.readers[0], now, verdict);
  const ReadsPass pass = pass_of(verdict);
  if (pass == ReadsPass::kRecorded && verdict.replaced < 0) {
    r.readers[0] = now;
  }
  return pass;
}

/// A loop over each piece: what it needs of the run is made ready once.
template <class Loop>
struct Pieces {
  [[gnu::always_inline]] static std::size_t run(const WordRun& run) {
    WordRun piece = run;
    std::size_t passed = 0;
    for (; passed < run.pieces.size(); ++passed) {
      const WordPiece& words = run.pieces[passed];
      piece.writers = run.writers + words.offset;
      piece.readers = run.readers + words.offset;
      piece.tags = run.tags + words.begin;
      piece.count = words.count;
      if (!is_recorded(Loop::run(piece))) {
        break;
      }
    }
    return passed;
  }
  static bool is_recorded(bool passes) { return passes; }
  static bool is_recorded(ReadsPass pass) { return pass == ReadsPass::kRecorded; }
};

template <class Before>
using WritePieces = Pieces<Writes<Before>>;
template <class Before>
using WritePiecesOfUnread = Pieces<WritesOfUnread<Before>>;
template <class Before>
using ReadPieces = Pieces<Reads<Before>>;
template <class Before>
using ReadPiecesOfUnwritten = Pieces<ReadsOfUnwritten<Before>>;

/// Groups of `size` words, anywhere, each of one lane.
template <unsigned size>
struct Groups {
  template <class Before>
  struct Writes {
    [[gnu::always_inline]] static bool run(const WordRun& run) {
      const WordRun r = run;
      Entries old;  // NOLINT(*-member-init): filled as far as it is used
      std::int64_t good = -1;
      for (std::uint32_t g = 0; g < r.count / size; ++g) {
        const Entry now = r.base + r.tags[g];
        for (std::uint32_t k = 0; k < size; ++k) {
          const std::ptrdiff_t word = r.words[g] + static_cast<std::ptrdiff_t>(k);
          old[g * size + k] = r.writers[word];
          good &= Before::of(r.writers[word], now, r) & Before::of(r.readers[word], now, r);
        }
      }
      return good < 0 && record_groups<size>(
                             r, r.writers, old.data(),
                             [&](std::uint32_t g, std::uint32_t) { return r.base + r.tags[g]; });
    }
  };

  template <class Before>
  struct Reads {
    [[gnu::always_inline]] static ReadsPass run(const WordRun& run) {
      const WordRun r = run;
      Entries old;  // NOLINT(*-member-init): filled as far as it is used
      Verdict verdict;
      for (std::uint32_t g = 0; g < r.count / size; ++g) {
        const Entry now = r.base + r.tags[g];
        for (std::uint32_t k = 0; k < size; ++k) {
          const std::ptrdiff_t word = r.words[g] + static_cast<std::ptrdiff_t>(k);
          old[g * size + k] = r.readers[word];
          look_at_writer<Before>(r, r.writers[word], now, verdict);
          look_at_reader<Before>(r, r.readers[word], now, verdict);
        }
      }
      const ReadsPass pass = pass_of(verdict);
      const bool records = pass == ReadsPass::kRecorded && verdict.replaced < 0;
      if (!records ||
          record_groups<size>(r, r.readers, old.data(), [&](std::uint32_t g, std::uint32_t k) {
            const Entry now = r.base + r.tags[g], reader = old[g * size + k];
            return Before::of(reader, now, r) < 0 ? now : reader;
          })) {
        return pass;
      }
      return ReadsPass::kNewReaders;
    }
  };
};

/// Words side by side, each with a reader besides those that read now: false: look again, one by
/// one; nothing is recorded. A reader of another block stays: no writer is ordered with it.
template <class Before>
struct Merges {
  [[gnu::always_inline]] static bool run(const WordRun& run) {
    const WordRun r = run;
    constexpr Entry kKind = Entry{1} << kKindShift;
    const std::int64_t in_parts = r.met_in_parts ? -1 : 0;
    std::int64_t unclear = 0;
    for (std::uint32_t i = 0; i < r.count; ++i) {
      const Entry now = r.base + r.tags[i], reader = r.readers[i];
      const std::int64_t of_warp =
          is_of_block(reader, r) & (static_cast<std::int64_t>((reader ^ now) & kWarpBits) - 1);
      const std::int64_t has_met = static_cast<std::int64_t>(reader) - r.met;
      unclear |= ~Before::of(reader, now, r) &
                 (is_kind(reader, kStrongReader) | (in_parts & of_warp & has_met));
    }
    for (std::uint32_t i = 0; unclear >= 0 && i < r.count; ++i) {
      const Entry now = r.base + r.tags[i], reader = r.readers[i];
      const std::int64_t is_own = is_of_block(reader, r);
      const std::int64_t of_warp = static_cast<std::int64_t>((reader ^ now) & kWarpBits) - 1;
      const std::int64_t of_thread = static_cast<std::int64_t>((reader ^ now) & kThreadBits) - 1;
      const std::int64_t has_met = static_cast<std::int64_t>(reader) - r.met;
      const std::int64_t of_block = is_kind(reader, kBlock) | ~of_warp;
      const std::int64_t goes =
          Before::of(reader, now, r) |
          (is_own & ((of_warp & has_met & ~of_block) | (of_thread & is_kind(reader, kAlone))));
      const std::int64_t stays = of_thread | ~is_own;
      const Entry merged = (now & ~kKindBits) | (of_block < 0 ? 2 * kKind : kKind);
      r.others[i] = (goes | stays) < 0 ? r.others[i] : reader;
      r.readers[i] = goes < 0 ? now : stays < 0 ? reader : merged;
    }
    return unclear >= 0;
  }

  [[gnu::always_inline]] static std::int64_t is_of_block(Entry reader, const WordRun& run) {
    return Before::kInShared ? -1 : run.limits.own - 1 - static_cast<std::int64_t>(reader);
  }
};

ReadsPass pass_near_reads(const WordRun& run) {
  return run.count == 1 && run.synced_lanes == nullptr ? read_one(run)
         : run.unwritten                               ? pass<ReadsOfUnwritten>(run)
                                                       : pass<Reads>(run);
}

bool may_merge(ReadsPass pass_now, const WordRun& run) {
  return pass_now == ReadsPass::kNewReaders && run.others != nullptr && run.count > 1;
}

/// Words side by side: readers besides others are put together, as remember_reader() does.
bool merge(const WordRun& run) {
  if (!run.limits.is_of_shared()) {
    std::fill_n(run.others, run.count, 0);
  }
  return pass<Merges>(run);
}

ReadsPass pass_or_merge(const WordRun& run) {
  const ReadsPass pass_now = pass_near_reads(run);
  return may_merge(pass_now, run) && merge(run) ? ReadsPass::kMerged : pass_now;
}

ReadsPass pass_far_reads(const WordRun& run) {
  Near near(run, !run.unwritten);
  Entries old, others;  // NOLINT(*-member-init): filled as far as they are used
  if (!run.are_distinct) {
    std::copy_n(near.readers.begin(), run.count, old.begin());
  }
  const ReadsPass pass_now = pass_near_reads(near.run);
  const bool merges = may_merge(pass_now, run);
  if (pass_now != ReadsPass::kRecorded && !merges) {
    return pass_now;
  }
  const bool is_shared = run.limits.is_of_shared();
  if (merges && is_shared) {
    for (std::uint32_t i = 0; i < run.count; ++i) {
      others[i] = run.others[run.words[i]];
    }
    near.run.others = others.data();
  }
  if ((merges && !merge(near.run)) || !scatter(run, run.readers, near.readers, old) ||
      (merges && is_shared && !scatter(run, run.others, others, others))) {
    return ReadsPass::kNewReaders;
  }
  return merges ? ReadsPass::kMerged : ReadsPass::kRecorded;
}

}  // namespace

bool already_recorded(const WordRun& run, const Entry* entries) {
  if (run.count == 0 || entries[run.word(0)] != run.base + run.tag(0)) {
    return false;
  }
  Entry differs = 0;
  if (run.words == nullptr) {
    for (std::uint32_t i = 0; i < run.count; ++i) {
      differs |= entries[i] ^ (run.base + run.tags[i]);
    }
    return differs == 0;
  }
  for (std::uint32_t i = 0; i < run.count; ++i) {
    differs |= entries[run.word(i)] ^ (run.base + run.tag(i));
  }
  return differs == 0;
}

bool pass_writes(const WordRun& run) {
  if (run.words == nullptr) {
    return pass_near_writes(run);
  }
  if (run.group_shift != 0) {
    return run.group_shift == 1 ? pass<Groups<2>::Writes>(run) : pass<Groups<4>::Writes>(run);
  }
  Near near(run, true, !run.unread);
  Entries old;  // NOLINT(*-member-init): filled as far as it is used
  if (!run.are_distinct) {
    std::copy_n(near.writers.begin(), run.count, old.begin());
  }
  return pass_near_writes(near.run) && scatter(run, run.writers, near.writers, old);
}

std::size_t pass_write_pieces(const WordRun& run) {
  return run.unread ? pass<WritePiecesOfUnread>(run) : pass<WritePieces>(run);
}

std::size_t pass_read_pieces(const WordRun& run) {
  return run.unwritten ? pass<ReadPiecesOfUnwritten>(run) : pass<ReadPieces>(run);
}

ReadsPass pass_reads(const WordRun& run) {
  if (run.words == nullptr) {
    return pass_or_merge(run);
  }
  if (run.group_shift != 0) {
    return run.group_shift == 1 ? pass<Groups<2>::Reads>(run) : pass<Groups<4>::Reads>(run);
  }
  return pass_far_reads(run);
}

}  // namespace warpschool::sim::shadow
