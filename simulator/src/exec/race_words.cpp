#include "exec/race_words.hpp"

#include "exec/isa.hpp"

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

// Lanes that share a word meet each other; the last one stays, as if they came one by one.
[[gnu::always_inline]] inline bool atomics(const WordRun& run, const std::int32_t* words) {
  const WordRun r = run;
  std::int64_t good = -1;
  for (std::uint32_t i = 0; i < r.count; ++i) {
    const Entry now = r.base + r.tags[i];
    const Entry writer = r.writers[words[i]], reader = r.readers[words[i]];
    good &= (is_before(writer, now, r.limits, kThreadBits | kKindBits) | is_kind(writer, kStrong)) &
            (is_before(reader, now, r.limits, kThreadBits | kKindBits) |
             is_kind(reader, kStrongReader));
  }
  if (good >= 0) {
    return false;
  }
  for (std::uint32_t i = 0; i < r.count; ++i) {
    Entry& writer = r.writers[words[i]];
    if (others_may_meet(writer, r.limits)) {
      r.readers[words[i]] = writer;
    }
    writer = r.base + r.tags[i];
  }
  return true;
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
[[gnu::target("avx2")]] bool wide_atomics(const WordRun& run, const std::int32_t* words) {
  return atomics(run, words);
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

/// The entries of words that lie anywhere, side by side.
struct Gathered {
  Gathered(const Entry* shadow, const std::int32_t* words, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      entries[i] = shadow[words[i]];
    }
  }
  /// Puts them back, unless lanes that share a word want different ones: then all stays as it was.
  bool scatter(Entry* shadow, const std::int32_t* words, std::uint32_t count) const {
    const Gathered old(shadow, words, count);
    for (std::uint32_t i = 0; i < count; ++i) {
      shadow[words[i]] = entries[i];
    }
    Entry differs = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      differs |= shadow[words[i]] ^ entries[i];
    }
    for (std::uint32_t i = 0; differs != 0 && i < count; ++i) {
      shadow[words[i]] = old.entries[i];
    }
    return differs == 0;
  }

  std::array<Entry, kMostWordsOfAccess> entries;
};

}  // namespace

bool pass_writes(const WordRun& run) {
  return run.mates == nullptr ? any_writes<plainly>(run) : any_writes<or_by_mates>(run);
}

ReadsPass pass_reads(const WordRun& run) {
  if (run.mates != nullptr) {
    return any_reads<or_by_mates>(run);
  }
  return run.count == 1 ? read_one(run) : any_reads<plainly>(run);
}

bool pass_writes_at(const WordRun& run, const std::int32_t* words) {
  Gathered writers(run.writers, words, run.count), readers(run.readers, words, run.count);
  WordRun near = run;
  near.writers = writers.entries.data();
  near.readers = readers.entries.data();
  return pass_writes(near) && writers.scatter(run.writers, words, run.count);
}

ReadsPass pass_reads_at(const WordRun& run, const std::int32_t* words) {
  Gathered writers(run.writers, words, run.count), readers(run.readers, words, run.count);
  WordRun near = run;
  near.writers = writers.entries.data();
  near.readers = readers.entries.data();
  const ReadsPass pass = pass_reads(near);
  const bool is_alone =
      pass != ReadsPass::kRecorded || readers.scatter(run.readers, words, run.count);
  return is_alone ? pass : ReadsPass::kNewReaders;
}

bool pass_atomics(const WordRun& run, const std::int32_t* words) {
#if defined(__x86_64__)
  if (is_wide()) {
    return wide_atomics(run, words);
  }
#endif
  return atomics(run, words);
}

}  // namespace warpschool::sim::shadow
