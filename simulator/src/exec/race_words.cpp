#include "exec/race_words.hpp"

#include "exec/isa.hpp"

#include <cstring>

namespace warpschool::sim::shadow {
namespace {

/// Sign bit set: the entry is of this kind.
[[gnu::always_inline]] inline std::int64_t is_kind(Entry entry, Entry kind) {
  return static_cast<std::int64_t>((entry ^ kind << kKindShift) & kKindBits) - 1;
}

[[gnu::always_inline]] inline bool writes(const WordRun& run) {
  const WordRun r = run;
  std::int64_t good = -1;
  for (std::uint32_t i = 0; i < r.count; ++i) {
    const Entry now = r.base + r.tags[i];
    good &= is_before(r.writers[i], now | r.all, r.limits, kThreadBits | kKindBits) &
            is_before(r.readers[i], now, r.limits, kThreadBits | kKindBits);
  }
  if (good >= 0) {
    return false;
  }
  for (std::uint32_t i = 0; i < r.count; ++i) {
    r.writers[i] = (r.base + r.tags[i]) | r.all;
  }
  return true;
}

// The kind of a writer is compared too: lanes that share a word (kWarp) are not all its writer.
[[gnu::always_inline]] inline ReadsPass reads(const WordRun& run) {
  const WordRun r = run;
  std::int64_t good = -1, enough = -1, replaced = 0;
  for (std::uint32_t i = 0; i < r.count; ++i) {
    const Entry now = r.base + r.tags[i];
    good &= is_before(r.writers[i], now | r.all, r.limits, kThreadBits | kKindBits);
    const std::int64_t before = is_before(r.readers[i], now, r.limits, kThreadBits | kKindBits);
    replaced |= before;
    enough &= before | says_enough(r.readers[i], r.limits, r.fresh);
  }
  if (good >= 0) {
    return ReadsPass::kUnclear;
  }
  if (enough >= 0) {
    return ReadsPass::kNewReaders;
  }
  for (std::uint32_t i = 0; replaced < 0 && i < r.count; ++i) {
    const Entry now = r.base + r.tags[i];
    const Entry reader = r.readers[i];
    r.readers[i] = is_before(reader, now, r.limits, kThreadBits | kKindBits) < 0 ? now : reader;
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
[[gnu::target("avx2")]] bool wide_writes(const WordRun& run) {
  return writes(run);
}
[[gnu::target("avx2")]] ReadsPass wide_reads(const WordRun& run) {
  return reads(run);
}
[[gnu::target("avx2")]] bool wide_atomics(const WordRun& run, const std::int32_t* words) {
  return atomics(run, words);
}

bool is_wide() {
  static const bool answer = std::strcmp(best_handlers_name(), "avx2") == 0;
  return answer;
}
#endif

}  // namespace

bool pass_writes(const WordRun& run) {
#if defined(__x86_64__)
  if (is_wide()) {
    return wide_writes(run);
  }
#endif
  return writes(run);
}

ReadsPass pass_reads(const WordRun& run) {
  if (run.count == 1) {
    return read_one(run);
  }
#if defined(__x86_64__)
  if (is_wide()) {
    return wide_reads(run);
  }
#endif
  return reads(run);
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
