// 32 lanes as vectors of the compiler, and memory as a simulator must see it: every access is
// checked against its allocation, and counted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace native {

constexpr unsigned kLanes = 32;
using Floats = float __attribute__((vector_size(4 * kLanes)));
using Words = std::int32_t __attribute__((vector_size(4 * kLanes)));
using Addresses = std::uint64_t __attribute__((vector_size(8 * kLanes)));

/// What the compiled code does beyond the arithmetic.
enum class Does {
  kLaneAddresses,  ///< an address a lane is computed, and what pattern they make found out again
  kAccesses,       ///< a compiler has found out that they are one base and fixed distances
  kChecks,         ///< the same, with bounds
  kChecksAndCounts
};

struct Counts {
  std::uint64_t requests = 0, sectors = 0, passes = 0, instructions = 0;
};

/// The lanes' distances from the first one's address at an access, and what they cost: looked up
/// again only if they have changed, as the interpreter does.
struct Site {
  Words distance{};
  unsigned sectors = 0, passes = 0;
  std::int32_t least = 0, most = -1;
  bool is_row = false, is_one = false;
  bool is_halves = false;  ///< lanes 0 to 15 at one address, the others at another
};

/// A lane's address is `first` and its distance from there, in bytes.
struct Place {
  std::uint64_t first = 0;
  Words lanes{};
};

struct Memory {
  char* data = nullptr;
  std::size_t bytes = 0;
  bool is_shared = false;
};

template <class Vector>
[[gnu::always_inline]] inline bool all(const Vector& mask) {
  std::array<std::uint64_t, sizeof(Vector) / 8> parts;
  std::memcpy(parts.data(), &mask, sizeof mask);
  std::uint64_t both = ~std::uint64_t{0};
  for (const std::uint64_t part : parts) {
    both &= part;
  }
  return both == ~std::uint64_t{0};
}

constexpr Words lane_numbers() {
  return Words{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
               16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
}

/// Sectors, passes and extent of a pattern: seldom, so it need not be quick.
[[gnu::noinline]] inline void learn(Site& site, const Words& distance, std::uint64_t first,
                                    bool is_shared) {
  site.distance = distance;
  site.is_row = all(distance == lane_numbers() * 4);
  site.is_one = all(distance == Words{});
  site.is_halves = all(distance == lane_numbers() / 16 * distance[16]);
  site.least = site.most = 0;
  std::array<std::uint64_t, kLanes> seen{};
  std::array<unsigned, 32> words_of_bank{};
  unsigned places = 0;
  site.passes = 0;
  for (unsigned l = 0; l < kLanes; ++l) {
    site.least = distance[l] < site.least ? distance[l] : site.least;
    site.most = distance[l] > site.most ? distance[l] : site.most;
    const std::uint64_t address = first + static_cast<std::uint64_t>(std::int64_t{distance[l]});
    const std::uint64_t place = is_shared ? address / 4 : address / 32;
    unsigned i = 0;
    while (i < places && seen[i] != place) {
      ++i;
    }
    if (i == places) {
      seen[places++] = place;
      const unsigned in_bank = ++words_of_bank[place % 32];
      site.passes = in_bank > site.passes ? in_bank : site.passes;
    }
  }
  site.sectors = places;
}

[[noreturn]] inline void fail(std::uint64_t address) {
  std::fprintf(stderr, "out of bounds: byte %llu\n", static_cast<unsigned long long>(address));
  std::abort();
}

/// What comes before each access. Returns the first lane's offset in the allocation.
template <Does kDoes>
[[gnu::always_inline]] inline std::uint64_t prepare(const Memory& memory, const Place& place,
                                                    Site& site, Counts& counts) {
  std::uint64_t first = place.first;
  if constexpr (kDoes == Does::kLaneAddresses) {
    Addresses offsets = __builtin_convertvector(place.lanes, Addresses) + place.first;
    asm volatile("" : "+m"(offsets));  // the compiler must not see through it
    first = offsets[0];
    const Words distance = __builtin_convertvector(offsets - first, Words);
    if (!all(distance == site.distance) || site.most < 0) [[unlikely]] {
      learn(site, distance, first, memory.is_shared);
    }
  } else if (site.most < 0) [[unlikely]] {
    learn(site, place.lanes, first, memory.is_shared);
  }
  if constexpr (kDoes == Does::kChecks || kDoes == Does::kChecksAndCounts) {
    if (first + static_cast<std::uint64_t>(std::int64_t{site.least}) >= memory.bytes ||
        first + static_cast<std::uint64_t>(std::int64_t{site.most}) + 4 > memory.bytes) {
      fail(first);
    }
  }
  if constexpr (kDoes == Does::kChecksAndCounts) {
    ++counts.requests;
    counts.sectors += site.sectors;
    counts.passes += site.passes;
  }
  return first;
}

/// How the lanes' addresses lie: what a compiler finds out of most accesses.
enum class Pattern {
  kRow,      ///< 32 neighbouring words
  kTwoRows,  ///< 16 of them, and 16 of them elsewhere
  kTwice,    ///< the same 16 words for both halves
  kHalves,   ///< a word for each half
};

inline float word_at(const Memory& memory, std::uint64_t offset) {
  float word = 0;
  std::memcpy(&word, memory.data + offset, sizeof word);
  return word;
}

template <Does kDoes, Pattern kPattern>
[[gnu::always_inline]] inline Floats load(const Memory& memory, const Place& place, Site& site,
                                          Counts& counts) {
  const std::uint64_t first = prepare<kDoes>(memory, place, site, counts);
  constexpr bool kKnown = kDoes != Does::kLaneAddresses;
  Floats values{};
  if (kKnown ? kPattern == Pattern::kRow : site.is_row) {
    std::memcpy(&values, memory.data + first, sizeof values);
  } else if (kKnown && kPattern != Pattern::kHalves) {
    std::memcpy(&values, memory.data + first, sizeof values / 2);
    const std::uint64_t other = first + static_cast<std::uint64_t>(std::int64_t{place.lanes[16]});
    std::memcpy(reinterpret_cast<char*>(&values) + sizeof values / 2, memory.data + other,
                sizeof values / 2);
  } else if (site.is_one && !kKnown) {
    values += word_at(memory, first);
  } else if (kKnown ? kPattern == Pattern::kHalves : site.is_halves) {
    const float one = word_at(memory, first);
    const float other =
        word_at(memory, first + static_cast<std::uint64_t>(std::int64_t{place.lanes[16]}));
    values = lane_numbers() < 16 ? values + one : values + other;
  } else {
    for (unsigned l = 0; l < kLanes; ++l) {
      values[l] = word_at(memory, first + static_cast<std::uint64_t>(std::int64_t{place.lanes[l]}));
    }
  }
  return values;
}

/// @param active lanes that store: all bits of a lane's word, or none.
template <Does kDoes, Pattern kPattern>
[[gnu::always_inline]] inline void store(const Memory& memory, const Place& place,
                                         const Floats& values, const Words& active, Site& site,
                                         Counts& counts) {
  const std::uint64_t first = prepare<kDoes>(memory, place, site, counts);
  constexpr bool kKnown = kDoes != Does::kLaneAddresses;
  if ((kKnown ? kPattern == Pattern::kRow : site.is_row) && all(active)) {
    std::memcpy(memory.data + first, &values, sizeof values);
    return;
  }
  if (kKnown && kPattern == Pattern::kTwoRows) {
    std::memcpy(memory.data + first, &values, sizeof values / 2);
    std::memcpy(memory.data + first + place.lanes[16],
                reinterpret_cast<const char*>(&values) + sizeof values / 2, sizeof values / 2);
    return;
  }
  for (unsigned l = 0; l < kLanes; ++l) {
    if (active[l] != 0) {
      const float value = values[l];
      std::memcpy(memory.data + first + place.lanes[l], &value, 4);
    }
  }
}

}  // namespace native
