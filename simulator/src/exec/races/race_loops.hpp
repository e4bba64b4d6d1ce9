// What the race checks' loops over words have in common: when an entry is ordered before an access,
// and the choice of this machine's instruction set.
#pragma once

#include "exec/launch/cpu_features.hpp"
#include "exec/races/race_words.hpp"

#include <array>
#include <cstddef>
#include <cstring>

namespace warpschool::sim::shadow {

/// Entries of words that lie anywhere, side by side; filled as far as the run goes.
using Entries = std::array<Entry, kMostWordsOfAccess>;

/// Sign bit set: the entry is of this kind.
[[gnu::always_inline]] inline std::int64_t is_kind(Entry entry, Entry kind) {
  return static_cast<std::int64_t>((entry ^ kind << kKindShift) & kKindBits) - 1;
}

/// Sign bit set: several lanes of the warp that reads now did so since they last met, and nothing
/// else orders them.
[[gnu::always_inline]] inline std::int64_t is_of_warp(Entry reader, Entry now, const WordRun& run) {
  const Entry differs = ((reader ^ now) & kWarpBits) | ((reader ^ kWarp << kKindShift) & kKindBits);
  return (static_cast<std::int64_t>(differs) - 1) &
         (run.enough_of_warp - 1 - static_cast<std::int64_t>(reader));
}

/// Sign bit set by of(): the entry is ordered before an access `now`. of_all() does not ask for
/// synced_lanes, of_mate() for nothing else. subsumes(): see there.
template <bool with_synced_lanes>
struct BeforeAll {
  static constexpr bool kWithSyncedLanes = with_synced_lanes, kInShared = false;

  [[gnu::always_inline]] static std::int64_t of(Entry entry, Entry now, const WordRun& run) {
    return of_all(entry, now, run) | of_mate(entry, now, run);
  }
  [[gnu::always_inline]] static std::int64_t of_all(Entry entry, Entry now, const WordRun& run) {
    return is_before(entry, now, run.limits, kOwnBits);
  }
  [[gnu::always_inline]] static std::int64_t of_mate(Entry entry, Entry now, const WordRun& run) {
    if constexpr (with_synced_lanes) {
      return is_of_mate(entry, now, run.limits, *run.synced_lanes);
    } else {
      return 0;
    }
  }
  [[gnu::always_inline]] static std::int64_t subsumes(Entry entry, Entry now, const WordRun& run) {
    return shadow::subsumes(entry, run.limits, run.fresh) | is_of_warp(entry, now, run);
  }
};

/// The same in shared memory, where all entries are of this block.
template <bool with_synced_lanes>
struct BeforeInShared {
  static constexpr bool kWithSyncedLanes = with_synced_lanes, kInShared = true;

  [[gnu::always_inline]] static std::int64_t of(Entry entry, Entry now, const WordRun& run) {
    return of_all(entry, now, run) | of_mate(entry, now, run);
  }
  [[gnu::always_inline]] static std::int64_t of_all(Entry entry, Entry now, const WordRun& run) {
    const auto same = static_cast<std::int64_t>((entry ^ now) & kOwnBits) - 1;
    return (static_cast<std::int64_t>(entry) - run.limits.stale) | same;
  }
  [[gnu::always_inline]] static std::int64_t of_mate(Entry entry, Entry now, const WordRun& run) {
    if constexpr (with_synced_lanes) {
      return (static_cast<std::int64_t>(entry) - run.synced_lanes->met) &
             is_alike(entry, now, *run.synced_lanes);
    } else {
      return 0;
    }
  }
  [[gnu::always_inline]] static std::int64_t subsumes(Entry entry, Entry now, const WordRun& run) {
    return ((run.fresh - 1 - static_cast<std::int64_t>(entry)) & is_kind(entry, kBlock)) |
           is_of_warp(entry, now, run);
  }
};

#if defined(__x86_64__)
template <class Loop>
[[gnu::target("avx2")]] auto run_wide(const WordRun& run) {
  return Loop::run(run);
}

#  if defined(__clang__)  // it has no such preference
#    define WARPSCHOOL_WIDEST_TARGET "avx512f,avx512bw,avx512dq,avx512vl"
#  else
#    define WARPSCHOOL_WIDEST_TARGET "avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512"
#  endif
template <class Loop>
[[gnu::target(WARPSCHOOL_WIDEST_TARGET)]] auto run_widest(const WordRun& run) {
  return Loop::run(run);
}

inline bool is_wide() {
  static const bool answer = has_avx2();
  return answer;
}
#endif

/// Runs the loop with the widest vectors that there are.
template <class Loop>
auto widest(const WordRun& run) {
#if defined(__x86_64__)
  static const bool is_widest = has_avx512();
  if (is_widest) {
    return run_widest<Loop>(run);
  }
  if (is_wide()) {
    return run_wide<Loop>(run);
  }
#endif
  return Loop::run(run);
}

/// The fastest loop for the run's memory and synced_lanes.
template <template <class> class Loop>
auto pass(const WordRun& run) {
  if (run.limits.is_of_shared()) {
    return run.synced_lanes == nullptr ? widest<Loop<BeforeInShared<false>>>(run)
                                       : widest<Loop<BeforeInShared<true>>>(run);
  }
  return run.synced_lanes == nullptr ? widest<Loop<BeforeAll<false>>>(run)
                                     : widest<Loop<BeforeAll<true>>>(run);
}

/// Words of a run that lie anywhere, as if they lay side by side. Without those entries that the
/// loop does not look at.
struct Near {
  explicit Near(const WordRun& far, bool with_writers = true, bool with_readers = true) : run(far) {
    for (std::uint32_t i = 0; with_readers && i < far.count; ++i) {
      readers[i] = far.readers[far.words[i]];
    }
    for (std::uint32_t i = 0; with_writers && i < far.count; ++i) {
      writers[i] = far.writers[far.words[i]];
    }
    run.writers = writers.data();
    run.readers = readers.data();
    run.words = nullptr;
  }
  Near(const Near&) = delete;
  Near& operator=(const Near&) = delete;

  Entries writers, readers;
  WordRun run;
};

/// Puts `now(group, k)` to word k of each group. If a group comes twice with other entries, `old`
/// is put back and the answer is false. Of distinct words `old` is not needed.
template <unsigned size, class Now>
[[gnu::always_inline]] inline bool record_groups(const WordRun& r, Entry* shadow, const Entry* old,
                                                 Now now) {
  const std::uint32_t groups = r.count / size;
  for (std::uint32_t g = 0; g < groups; ++g) {
    for (std::uint32_t k = 0; k < size; ++k) {
      shadow[r.words[g] + static_cast<std::ptrdiff_t>(k)] = now(g, k);
    }
  }
  Entry differs = 0;
  for (std::uint32_t g = 0; !r.are_distinct && g < groups; ++g) {
    for (std::uint32_t k = 0; k < size; ++k) {
      differs |= shadow[r.words[g] + static_cast<std::ptrdiff_t>(k)] ^ now(g, k);
    }
  }
  for (std::uint32_t g = 0; differs != 0 && g < groups; ++g) {
    for (std::uint32_t k = 0; k < size; ++k) {
      shadow[r.words[g] + static_cast<std::ptrdiff_t>(k)] = old[g * size + k];
    }
  }
  return differs == 0;
}

/// The same of words one by one.
inline bool scatter(const WordRun& run, Entry* shadow, const Entries& entries, const Entries& old) {
  return record_groups<1>(run, shadow, old.data(),
                          [&](std::uint32_t i, std::uint32_t) { return entries[i]; });
}

}  // namespace warpschool::sim::shadow
