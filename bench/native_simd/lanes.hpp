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
enum class Does { kAccesses, kChecks, kChecksAndCounts };

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
};

struct Memory {
  char* data = nullptr;
  std::size_t bytes = 0;
  bool is_shared = false;
};

template <class Vector>
bool all(Vector mask) {
  std::array<std::uint64_t, sizeof(Vector) / 8> parts;
  std::memcpy(parts.data(), &mask, sizeof mask);
  std::uint64_t both = ~std::uint64_t{0};
  for (const std::uint64_t part : parts) {
    both &= part;
  }
  return both == ~std::uint64_t{0};
}

inline Words lane_numbers() {
  Words numbers{};
  for (unsigned l = 0; l < kLanes; ++l) {
    numbers[l] = static_cast<std::int32_t>(l);
  }
  return numbers;
}

/// Sectors, passes and extent of a pattern: seldom, so it need not be quick.
inline void learn(Site& site, Words distance, std::uint64_t first, bool is_shared) {
  site.distance = distance;
  site.is_row = all(distance == lane_numbers() * 4);
  site.is_one = all(distance == Words{});
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
std::uint64_t prepare(const Memory& memory, Addresses offsets, Site& site, Counts& counts) {
  const std::uint64_t first = offsets[0];
  const Words distance = __builtin_convertvector(offsets - first, Words);
  if (!all(distance == site.distance) || site.most < 0) [[unlikely]] {
    learn(site, distance, first, memory.is_shared);
  }
  if constexpr (kDoes != Does::kAccesses) {
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

template <Does kDoes>
Floats load(const Memory& memory, Addresses offsets, Site& site, Counts& counts) {
  const std::uint64_t first = prepare<kDoes>(memory, offsets, site, counts);
  Floats values{};
  if (site.is_row) {
    std::memcpy(&values, memory.data + first, sizeof values);
    return values;
  }
  if (site.is_one) {
    float one = 0;
    std::memcpy(&one, memory.data + first, sizeof one);
    return values + one;
  }
  for (unsigned l = 0; l < kLanes; ++l) {
    std::memcpy(reinterpret_cast<char*>(&values) + 4 * l, memory.data + offsets[l], 4);
  }
  return values;
}

/// @param active lanes that store: all bits of a lane's word, or none.
template <Does kDoes>
void store(const Memory& memory, Addresses offsets, Floats values, Words active, Site& site,
           Counts& counts) {
  const std::uint64_t first = prepare<kDoes>(memory, offsets, site, counts);
  if (site.is_row && all(active)) {
    std::memcpy(memory.data + first, &values, sizeof values);
    return;
  }
  for (unsigned l = 0; l < kLanes; ++l) {
    if (active[l] != 0) {
      std::memcpy(memory.data + offsets[l], reinterpret_cast<const char*>(&values) + 4 * l, 4);
    }
  }
}

}  // namespace native
