// Eleventh blind test, lists: ways up to the roots of trees, colours of a graph's places, words of
// a language, letters for eight boxes, numbers written as text.
#pragma once

#include "cases.cuh"

#include <numeric>

namespace calibration {

/// The root above each node, which is its own parent, and how far away it is: by going up, or by
/// taking over what the node at the end of the known way knows, again and again.
__global__ void trees_climbed(const unsigned* parents, uint2* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned node = i, steps = 0, parent = parents[i];
    while (parent != node) {
      node = parent;
      parent = parents[node];
      ++steps;
    }
    out[i] = make_uint2(node, steps);
  }
}

__global__ void trees_first(const unsigned* parents, uint2* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned parent = parents[i];
    out[i] = make_uint2(parent, parent != i ? 1 : 0);
  }
}

__global__ void trees_doubled(const uint2* in, uint2* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const uint2 own = in[i], above = in[own.x];
    out[i] = make_uint2(above.x, own.y + above.y);
  }
}

/// The first colour that no neighbour has: by looking at the neighbours for each colour, or once,
/// with a bit for each colour.
__global__ void colouring_tried(const unsigned* begins, const unsigned* neighbours,
                                const unsigned char* in, unsigned char* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned begin = begins[i], end = begins[i + 1];
    unsigned colour = 0;
    bool is_taken = true;
    while (is_taken) {
      is_taken = false;
      for (unsigned k = begin; k < end && !is_taken; ++k) {
        is_taken = in[neighbours[k]] == colour;
      }
      colour += is_taken ? 1 : 0;
    }
    out[i] = static_cast<unsigned char>(colour);
  }
}

__global__ void colouring_masked(const unsigned* begins, const unsigned* neighbours,
                                 const unsigned char* in, unsigned char* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned end = begins[i + 1];
    unsigned taken = 0;
    for (unsigned k = begins[i]; k < end; ++k) {
      taken |= 1U << in[neighbours[k]];
    }
    out[i] = static_cast<unsigned char>(__ffs(static_cast<int>(~taken)) - 1);
  }
}

constexpr unsigned kStates = 64, kLetters = 32, kPiece = 64;

/// How often a machine gets into its last state on a piece of text, four letters a word.
__device__ inline unsigned words_of_language(const unsigned* text, const unsigned char* next) {
  unsigned state = 0, words = 0;
  for (unsigned k = 0; k < kPiece / 4; ++k) {
    const unsigned letters = text[k];
#pragma unroll
    for (unsigned letter = 0; letter < 4; ++letter) {
      state = next[state * kLetters + (letters >> (8 * letter) & (kLetters - 1))];
      words += state == kStates - 1 ? 1 : 0;
    }
  }
  return words;
}

/// A piece of text a thread: the machine's table in memory, or in shared memory.
__global__ void automaton_global(const unsigned* text, const unsigned char* next, unsigned* counts,
                                 unsigned pieces) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pieces) {
    counts[i] = words_of_language(text + i * (kPiece / 4), next);
  }
}

__global__ void automaton_shared(const unsigned* text, const unsigned char* next, unsigned* counts,
                                 unsigned pieces) {
  __shared__ unsigned char own[kStates * kLetters];
  for (unsigned k = threadIdx.x; k < kStates * kLetters; k += blockDim.x) {
    own[k] = next[k];
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pieces) {
    counts[i] = words_of_language(text + i * (kPiece / 4), own);
  }
}

constexpr unsigned kBoxes = 8;

/// Parcels put into eight boxes, each behind what is in it already; a box has room for n, a power
/// of two, and is then filled from its beginning: an atomic a parcel, or one for all parcels of a
/// warp that go into one box.
__global__ void parcels_singles(const unsigned* parcels, unsigned* filled_to, unsigned* boxes,
                                unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned parcel = parcels[i], box = parcel % kBoxes;
    const unsigned place = atomicAdd(&filled_to[box], 1U);
    boxes[box * n + (place & (n - 1))] = parcel;
  }
}

__global__ void parcels_matched(const unsigned* parcels, unsigned* filled_to, unsigned* boxes,
                                unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;  // n is whole blocks
  const unsigned parcel = parcels[i], box = parcel % kBoxes, lane = threadIdx.x % 32;
  const unsigned alike = __match_any_sync(~0U, box);
  const int leader = __ffs(static_cast<int>(alike)) - 1;
  unsigned place = 0;
  if (static_cast<int>(lane) == leader) {
    place = atomicAdd(&filled_to[box], static_cast<unsigned>(__popc(alike)));
  }
  place = __shfl_sync(~0U, place, leader);
  place += static_cast<unsigned>(__popc(alike & ((1U << lane) - 1)));
  boxes[box * n + (place & (n - 1))] = parcel;
}

constexpr unsigned kDigits = 8;

/// Numbers written in eight places, with blanks before them: digit by digit, or two numbers a
/// thread, pairs of digits and pairs of those at once.
__global__ void decimals_digits(const unsigned char* text, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned number = 0;
    for (unsigned k = 0; k < kDigits; ++k) {
      const unsigned letter = text[i * kDigits + k];
      if (letter >= '0' && letter <= '9') {
        number = 10 * number + letter - '0';
      }
    }
    out[i] = number;
  }
}

/// The number of four digits, of which the first is lowest. Of a blank the low bits are zero.
__device__ inline unsigned four_digits(unsigned letters) {
  letters &= 0x0F0F0F0FU;
  letters = (10 * letters + (letters >> 8)) & 0x00FF00FFU;
  return (100 * letters + (letters >> 16)) & 0xFFFFU;
}

__global__ void decimals_words(const uint4* text, uint2* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) {
    const uint4 letters = text[i];
    out[i] = make_uint2(10000 * four_digits(letters.x) + four_digits(letters.y),
                        10000 * four_digits(letters.z) + four_digits(letters.w));
  }
}

/// Each node's parent is at most n / 16 nodes before it; the first n / 16 are roots.
inline std::vector<unsigned> parents_of(unsigned n) {
  const unsigned farthest = n / 16;
  std::vector<unsigned> parents = random_numbers<unsigned>(n, farthest, 71);
  for (unsigned i = 0; i < n; ++i) {
    parents[i] = i < farthest ? i : i - 1 - parents[i];
  }
  return parents;
}

/// How many times what is known of the way must be doubled until every root is reached.
inline unsigned doublings(const std::vector<unsigned>& parents) {
  std::vector<unsigned> steps(parents.size());
  unsigned most = 1, times = 0;
  for (unsigned i = 0; i < parents.size(); ++i) {
    steps[i] = parents[i] == i ? 0 : steps[parents[i]] + 1;
    most = std::max(most, steps[i]);
  }
  while ((1U << times) < most) {
    ++times;
  }
  return times;
}

inline void add_trees(Runner& runner, unsigned n) {
  runner.add(sized("trees_climbed", n), [=] {
    auto parents = filled(parents_of(n));
    auto out = zeros<uint2>(n);
    return [=] { trees_climbed<<<n / 256, 256>>>(parents->get(), out->get(), n); };
  });
  runner.add(sized("trees_doubled", n), [=] {
    const std::vector<unsigned> known = parents_of(n);
    const unsigned times = doublings(known);
    auto parents = filled(known);
    auto one = zeros<uint2>(n), other = zeros<uint2>(n);
    return [=] {
      trees_first<<<n / 256, 256>>>(parents->get(), one->get(), n);
      for (unsigned k = 0; k < times; ++k) {
        trees_doubled<<<n / 256, 256>>>((k % 2 == 0 ? one : other)->get(),
                                        (k % 2 == 0 ? other : one)->get(), n);
      }
    };
  });
}

/// Four to twelve neighbours anywhere, sixteen colours.
inline void add_colourings(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      std::vector<unsigned> first = random_numbers<unsigned>(n + 1, 9, 72);
      first[0] = 0;
      for (unsigned k = 1; k <= n; ++k) {
        first[k] += first[k - 1] + 4;
      }
      auto begins = filled(first), neighbours = filled(random_numbers<unsigned>(first[n], n, 73));
      auto in = filled(random_numbers<unsigned char>(n, 16, 74)), out = zeros<unsigned char>(n);
      return [=] {
        kernel<<<n / 256, 256>>>(begins->get(), neighbours->get(), in->get(), out->get(), n);
      };
    });
  };
  add("colouring_tried", colouring_tried);
  add("colouring_masked", colouring_masked);
}

inline void add_automata(Runner& runner, unsigned n) {
  const unsigned pieces = n / kPiece;
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto text = filled(random_numbers<unsigned char>(n, kLetters, 75));
      auto next = filled(random_numbers<unsigned char>(kStates * kLetters, kStates, 76));
      auto counts = zeros<unsigned>(pieces);
      return [=] {
        kernel<<<pieces / 128, 128>>>(reinterpret_cast<const unsigned*>(text->get()), next->get(),
                                      counts->get(), pieces);
      };
    });
  };
  add("automaton_global", automaton_global);
  add("automaton_shared", automaton_shared);
}

inline void add_parcels(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto parcels = filled(random_numbers<unsigned>(n, 1U << 20, 77));
      auto filled_to = zeros<unsigned>(kBoxes), boxes = zeros<unsigned>(kBoxes * n);
      return [=] { kernel<<<n / 256, 256>>>(parcels->get(), filled_to->get(), boxes->get(), n); };
    });
  };
  add("parcels_singles", parcels_singles);
  add("parcels_matched", parcels_matched);
}

/// Numbers of one to eight digits.
inline Shared<unsigned char> written_numbers(unsigned n) {
  const auto lengths = random_numbers<unsigned>(n, kDigits, 78);
  std::vector<unsigned char> text = random_numbers<unsigned char>(kDigits * n, 10, 79);
  for (unsigned k = 0; k < kDigits * n; ++k) {
    const bool is_blank = k % kDigits + lengths[k / kDigits] + 1 < kDigits;
    text[k] = is_blank ? ' ' : static_cast<unsigned char>('0' + text[k]);
  }
  return filled(text);
}

inline void add_decimals(Runner& runner, unsigned n) {
  runner.add(sized("decimals_digits", n), [=] {
    auto text = written_numbers(n);
    auto out = zeros<unsigned>(n);
    return [=] { decimals_digits<<<n / 256, 256>>>(text->get(), out->get(), n); };
  });
  runner.add(sized("decimals_words", n), [=] {
    auto text = written_numbers(n);
    auto out = zeros<uint2>(n / 2);
    return [=] {
      decimals_words<<<n / 512, 256>>>(reinterpret_cast<const uint4*>(text->get()), out->get(), n);
    };
  });
}

inline void add_eleventh_lists(Runner& runner) {
  for (const unsigned n : {1U << 17, 1U << 20}) {
    add_trees(runner, n);
  }
  for (const unsigned n : {1U << 16, 1U << 19}) {
    add_colourings(runner, n);
    add_parcels(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_automata(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_decimals(runner, n);
  }
}

}  // namespace calibration
