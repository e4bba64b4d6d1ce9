#include "exec/race_words.hpp"

#include "exec/isa.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace warpschool::sim::shadow {
namespace {

/// Sign bit set: the entry is of this kind.
[[gnu::always_inline]] inline std::int64_t is_kind(Entry entry, Entry kind) {
  return static_cast<std::int64_t>((entry ^ kind << kKindShift) & kKindBits) - 1;
}

using Before = std::int64_t (*)(Entry entry, Entry now, const WordRun& run);

[[gnu::always_inline]] inline std::int64_t plainly(Entry entry, Entry now, const WordRun& run) {
  return is_before(entry, now, run.limits, kThreadBits | kKindBits);
}

[[gnu::always_inline]] inline std::int64_t or_by_mates(Entry entry, Entry now, const WordRun& run) {
  return plainly(entry, now, run) | is_of_mate(entry, now, run.limits, *run.mates);
}

template <Before before>
[[gnu::always_inline]] inline bool writes(const WordRun& run) {
  const WordRun r = run;
  std::int64_t good = -1;
  for (std::uint32_t i = 0; i < r.count; ++i) {
    const Entry now = r.base + r.tags[i];
    good &= before(r.writers[i], now | r.all, r) & before(r.readers[i], now, r);
  }
  if (good >= 0) {
    return false;
  }
  for (std::uint32_t i = 0; i < r.count; ++i) {
    r.writers[i] = (r.base + r.tags[i]) | r.all;
  }
  return true;
}

/// What the entries of all words say.
struct Verdict {
  std::int64_t good = -1, enough = -1, replaced = 0;
};

// The kind of a writer is compared too: lanes that share a word (kWarp) are not all its writer.
template <Before before>
[[gnu::always_inline]] inline void look_at_writer(const WordRun& r, std::uint32_t i, Verdict& v) {
  v.good &= before(r.writers[i], (r.base + r.tags[i]) | r.all, r);
}

template <Before before>
[[gnu::always_inline]] inline void look_at_reader(const WordRun& r, std::uint32_t i, Verdict& v) {
  const std::int64_t goes = before(r.readers[i], r.base + r.tags[i], r);
  v.replaced |= goes;
  v.enough &= goes | says_enough(r.readers[i], r.limits, r.fresh);
}

template <Before before>
[[gnu::always_inline]] inline Verdict look(const WordRun& r) {
  Verdict v;
  if constexpr (before == plainly) {
    for (std::uint32_t i = 0; i < r.count; ++i) {
      look_at_writer<before>(r, i, v);
      look_at_reader<before>(r, i, v);
    }
  } else {  // one loop would need more registers than there are
    for (std::uint32_t i = 0; i < r.count; ++i) {
      look_at_writer<before>(r, i, v);
    }
    for (std::uint32_t i = 0; i < r.count; ++i) {
      look_at_reader<before>(r, i, v);
    }
  }
  return v;
}

template <Before before>
[[gnu::always_inline]] inline ReadsPass reads(const WordRun& run) {
  const WordRun r = run;
  const auto [good, enough, replaced] = look<before>(r);
  if (good >= 0) {
    return ReadsPass::kUnclear;
  }
  if (enough >= 0) {
    return ReadsPass::kNewReaders;
  }
  for (std::uint32_t i = 0; replaced < 0 && i < r.count; ++i) {
    const Entry now = r.base + r.tags[i];
    const Entry reader = r.readers[i];
    r.readers[i] = before(reader, now, r) < 0 ? now : reader;
  }
  return ReadsPass::kRecorded;
}

/// The same for one word, as all lanes may read at once.
ReadsPass read_one(const WordRun& r) {
  const Entry now = r.base + r.tags[0], reader = r.readers[0];
  const std::int64_t before = is_before(reader, now, r.limits, kThreadBits | kKindBits);
  if (is_before(r.writers[0], now | r.all, r.limits, kThreadBits | kKindBits) >= 0) {
    return ReadsPass::kUnclear;
  }
  if ((before | says_enough(reader, r.limits, r.fresh)) >= 0) {
    return ReadsPass::kNewReaders;
  }
  if (before < 0) {
    r.readers[0] = now;
  }
  return ReadsPass::kRecorded;
}

/// Before an atomic or volatile access: an entry of `own_kind` is one of a single thread; one of
/// another kind counts as nobody's own. `now` has no kind.
template <bool with_mates>
[[gnu::always_inline]] inline std::int64_t before_strong(Entry entry, Entry now, Entry own_kind,
                                                         const WordRun& run) {
  const bool is_own = ((entry ^ own_kind << kKindShift) & kKindBits) == 0;
  const Entry alone = is_own ? entry & ~kKindBits : entry;
  const std::int64_t before =
      is_before(is_own ? alone : entry | kKindBits, now, run.limits, kThreadBits | kKindBits);
  if constexpr (with_mates) {
    return before | is_of_mate(alone, now, run.limits, *run.mates);
  } else {
    return before;
  }
}

/// Lanes that share a word meet each other; the last one stays, as if they came one by one.
[[gnu::always_inline]] inline void record_atomics(const WordRun& r) {
  for (std::uint32_t i = 0; i < r.count; ++i) {
    Entry& writer = r.writers[r.words[i]];
    if (others_may_meet(writer, r.limits)) {
      r.readers[r.words[i]] = writer;
    }
    writer = r.base + r.tags[i];
  }
}

/// Atomics in their places, as two loads a word are all that it takes. True: all is recorded.
[[gnu::always_inline]] inline bool atomics_in_place(const WordRun& run) {
  const WordRun r = run;
  std::int64_t good = -1;
  for (std::uint32_t i = 0; i < r.count; ++i) {
    const Entry now = (r.base & ~kKindBits) + r.tags[i];
    const Entry writer = r.writers[r.words[i]], reader = r.readers[r.words[i]];
    good &= (before_strong<false>(writer, now, kStrong, r) | is_kind(writer, kStrong)) &
            (before_strong<false>(reader, now, kStrongReader, r) | is_kind(reader, kStrongReader));
  }
  if (good >= 0) {
    return false;
  }
  record_atomics(r);
  return true;
}

/// Words side by side: nothing is recorded.
template <bool with_mates>
[[gnu::always_inline]] inline bool strong_writes(const WordRun& run, std::int64_t met) {
  const WordRun r = run;
  std::int64_t good = -1;
  for (std::uint32_t i = 0; i < r.count; ++i) {
    const Entry now = (r.base & ~kKindBits) + r.tags[i];
    const Entry writer = r.writers[i], reader = r.readers[i];
    good &=
        (before_strong<with_mates>(writer, now, kStrong, r) | (met & is_kind(writer, kStrong))) &
        (before_strong<with_mates>(reader, now, kStrongReader, r) |
         (met & is_kind(reader, kStrongReader)));
  }
  return good < 0;
}

/// The same of reads.
template <bool with_mates>
[[gnu::always_inline]] inline ReadsPass strong_reads(const WordRun& run, std::int64_t met) {
  const WordRun r = run;
  std::int64_t good = -1, goes = -1;
  for (std::uint32_t i = 0; i < r.count; ++i) {
    const Entry now = (r.base & ~kKindBits) + r.tags[i];
    const Entry writer = r.writers[i];
    good &= before_strong<with_mates>(writer, now, kStrong, r) | (met & is_kind(writer, kStrong));
    goes &= before_strong<with_mates>(r.readers[i], now, kStrongReader, r);
  }
  return good >= 0   ? ReadsPass::kUnclear
         : goes >= 0 ? ReadsPass::kNewReaders
                     : ReadsPass::kRecorded;
}

#if defined(__x86_64__)
template <Before before>
[[gnu::target("avx2")]] bool wide_writes(const WordRun& run) {
  return writes<before>(run);
}
template <Before before>
[[gnu::target("avx2")]] ReadsPass wide_reads(const WordRun& run) {
  return reads<before>(run);
}
template <bool with_mates>
[[gnu::target("avx2")]] bool wide_strong_writes(const WordRun& run, std::int64_t met) {
  return strong_writes<with_mates>(run, met);
}
[[gnu::target("avx2")]] bool wide_atomics_in_place(const WordRun& run) {
  return atomics_in_place(run);
}
template <bool with_mates>
[[gnu::target("avx2")]] ReadsPass wide_strong_reads(const WordRun& run, std::int64_t met) {
  return strong_reads<with_mates>(run, met);
}

bool is_wide() {
  static const bool answer = std::strcmp(best_handlers_name(), "avx2") == 0;
  return answer;
}
#endif

template <Before before>
bool any_writes(const WordRun& run) {
#if defined(__x86_64__)
  if (is_wide()) {
    return wide_writes<before>(run);
  }
#endif
  return writes<before>(run);
}

template <Before before>
ReadsPass any_reads(const WordRun& run) {
#if defined(__x86_64__)
  if (is_wide()) {
    return wide_reads<before>(run);
  }
#endif
  return reads<before>(run);
}

template <bool with_mates>
bool any_strong_writes(const WordRun& run, std::int64_t met) {
#if defined(__x86_64__)
  if (is_wide()) {
    return wide_strong_writes<with_mates>(run, met);
  }
#endif
  return strong_writes<with_mates>(run, met);
}

bool any_atomics_in_place(const WordRun& run) {
#if defined(__x86_64__)
  if (is_wide()) {
    return wide_atomics_in_place(run);
  }
#endif
  return atomics_in_place(run);
}

template <bool with_mates>
ReadsPass any_strong_reads(const WordRun& run, std::int64_t met) {
#if defined(__x86_64__)
  if (is_wide()) {
    return wide_strong_reads<with_mates>(run, met);
  }
#endif
  return strong_reads<with_mates>(run, met);
}

/// Entries of words that lie anywhere, side by side; filled as far as the run goes.
using Entries = std::array<Entry, kMostWordsOfAccess>;

void gather(const WordRun& run, const Entry* shadow, Entries& entries) {
  for (std::uint32_t i = 0; i < run.count; ++i) {
    entries[i] = shadow[run.words[i]];
  }
}

/// Puts them to their words, unless a word gets different ones: then all stays as it was.
/// @param old what is there.
bool scatter(const WordRun& run, Entry* shadow, const Entries& entries, const Entries& old) {
  for (std::uint32_t i = 0; i < run.count; ++i) {
    shadow[run.words[i]] = entries[i];
  }
  Entry differs = 0;
  for (std::uint32_t i = 0; i < run.count; ++i) {
    differs |= shadow[run.words[i]] ^ entries[i];
  }
  for (std::uint32_t i = 0; differs != 0 && i < run.count; ++i) {
    shadow[run.words[i]] = old[i];
  }
  return differs == 0;
}

bool pass_near_writes(const WordRun& run) {
  return run.mates == nullptr ? any_writes<plainly>(run) : any_writes<or_by_mates>(run);
}

ReadsPass pass_near_reads(const WordRun& run) {
  if (run.mates != nullptr) {
    return any_reads<or_by_mates>(run);
  }
  return run.count == 1 ? read_one(run) : any_reads<plainly>(run);
}

bool look_at_strong_writes(const WordRun& run, bool meets) {
  const std::int64_t met = meets ? -1 : 0;
  return run.mates == nullptr ? any_strong_writes<false>(run, met)
                              : any_strong_writes<true>(run, met);
}

ReadsPass look_at_strong_reads(const WordRun& run, bool meets) {
  const std::int64_t met = meets ? -1 : 0;
  return run.mates == nullptr ? any_strong_reads<false>(run, met)
                              : any_strong_reads<true>(run, met);
}

/// Words of a run that lie anywhere, as if they lay side by side.
struct Near {
  explicit Near(const WordRun& far) : run(far) {
    gather(far, far.writers, writers);
    gather(far, far.readers, readers);
    run.writers = writers.data();
    run.readers = readers.data();
    run.words = nullptr;
  }
  Near(const Near&) = delete;
  Near& operator=(const Near&) = delete;

  Entries writers, readers;
  WordRun run;
};

/// The entries of this access.
void fill_in(const WordRun& run, Entry* entries) {
  for (std::uint32_t i = 0; i < run.count; ++i) {
    entries[i] = run.base + run.tags[i];
  }
}

}  // namespace

bool pass_writes(const WordRun& run) {
  if (run.words == nullptr) {
    return pass_near_writes(run);
  }
  Near near(run);
  Entries old;  // NOLINT(*-member-init): filled as far as it is used
  std::copy_n(near.writers.begin(), run.count, old.begin());
  return pass_near_writes(near.run) && scatter(run, run.writers, near.writers, old);
}

ReadsPass pass_reads(const WordRun& run) {
  if (run.words == nullptr) {
    return pass_near_reads(run);
  }
  Near near(run);
  Entries old;  // NOLINT(*-member-init)
  std::copy_n(near.readers.begin(), run.count, old.begin());
  const ReadsPass pass = pass_near_reads(near.run);
  const bool is_apart =
      pass != ReadsPass::kRecorded || scatter(run, run.readers, near.readers, old);
  return is_apart ? pass : ReadsPass::kNewReaders;
}

bool pass_strong_writes(const WordRun& run, bool meets) {
  if (run.words == nullptr) {
    if (!look_at_strong_writes(run, meets)) {
      return false;
    }
    for (std::uint32_t i = 0; i < run.count; ++i) {
      run.readers[i] =
          others_may_meet(run.writers[i], run.limits) ? run.writers[i] : run.readers[i];
      run.writers[i] = run.base + run.tags[i];
    }
    return true;
  }
  if (meets && run.mates == nullptr) {
    return any_atomics_in_place(run);
  }
  const Near near(run);
  if (!look_at_strong_writes(near.run, meets)) {
    return false;
  }
  if (meets) {
    record_atomics(run);
    return true;
  }
  Entries now;  // NOLINT(*-member-init)
  fill_in(run, now.data());
  return scatter(run, run.writers, now, near.writers);
}

ReadsPass pass_strong_reads(const WordRun& run, bool meets) {
  if (run.words == nullptr) {
    const ReadsPass pass = look_at_strong_reads(run, meets);
    if (pass == ReadsPass::kRecorded) {
      fill_in(run, run.readers);
    }
    return pass;
  }
  const Near near(run);
  const ReadsPass pass = look_at_strong_reads(near.run, meets);
  Entries now;  // NOLINT(*-member-init)
  fill_in(run, now.data());
  const bool is_apart =
      pass != ReadsPass::kRecorded || scatter(run, run.readers, now, near.readers);
  return is_apart ? pass : ReadsPass::kNewReaders;
}

}  // namespace warpschool::sim::shadow
