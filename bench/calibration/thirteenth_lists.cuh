// Thirteenth blind test, lists: numbers from text, what two words have in common, hands of cards in
// order, numbers of as many bytes as they need, nodes of a graph that are not neighbours.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr unsigned kDigits = 8;

/// Numbers from eight digits each, a byte at a time.
__global__ void parse_bytes(const unsigned char* text, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned number = 0;
    for (unsigned k = 0; k < kDigits; ++k) {
      number = 10 * number + text[i * kDigits + k] - '0';
    }
    out[i] = number;
  }
}

/// The same with all eight in a word: neighbours are put together three times.
__global__ void parse_words(const unsigned long long* text, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned long long ones = 0x000000FF000000FFULL;
    unsigned long long word = text[i] - 0x3030303030303030ULL;
    word = 10 * word + (word >> 8);
    word = (word & ones) * 0x000F424000000064ULL + (word >> 16 & ones) * 0x0000271000000001ULL;
    out[i] = static_cast<unsigned>(word >> 32);
  }
}

constexpr unsigned kLetters = 32;

/// How many letters two words have in common in their order: a row of the table after the other.
__global__ void lcs_table(const unsigned char* left, const unsigned char* right, unsigned* out,
                          unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned char row[kLetters + 1];
    for (unsigned k = 0; k <= kLetters; ++k) {
      row[k] = 0;
    }
    for (unsigned j = 0; j < kLetters; ++j) {
      const unsigned char letter = left[i * kLetters + j];
      unsigned char before = 0, diagonal = 0;
#pragma unroll 1
      for (unsigned k = 0; k < kLetters; ++k) {
        const unsigned char above = row[k + 1];
        if (right[i * kLetters + k] == letter) {
          before = static_cast<unsigned char>(diagonal + 1);
        } else if (above > before) {
          before = above;
        }
        row[k + 1] = before;
        diagonal = above;
      }
    }
    out[i] = row[kLetters];
  }
}

/// The same with a row in the bits of a word: a bit is clear where the row goes up by one.
__global__ void lcs_bits(const unsigned char* left, const unsigned char* right, unsigned* out,
                         unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned a = 0, c = 0, g = 0, t = 0;
    for (unsigned k = 0; k < kLetters; ++k) {
      const unsigned char letter = right[i * kLetters + k];
      a |= (letter == 'a' ? 1U : 0U) << k;
      c |= (letter == 'c' ? 1U : 0U) << k;
      g |= (letter == 'g' ? 1U : 0U) << k;
      t |= (letter == 't' ? 1U : 0U) << k;
    }
    unsigned row = ~0U;
    for (unsigned j = 0; j < kLetters; ++j) {
      const unsigned char letter = left[i * kLetters + j];
      const unsigned same = row & (letter == 'a' ? a : letter == 'c' ? c : letter == 'g' ? g : t);
      row = (row + same) | (row - same);
    }
    out[i] = static_cast<unsigned>(__popc(~row));
  }
}

constexpr unsigned kCards = 16;

/// Hands in order: each card goes down to its place. Card k of hand i is at k * n + i.
__global__ void hands_inserted(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned hand[kCards];
#pragma unroll 1
    for (unsigned k = 0; k < kCards; ++k) {
      const unsigned card = in[k * n + i];
      unsigned place = k;
      while (place > 0 && hand[place - 1] > card) {
        hand[place] = hand[place - 1];
        --place;
      }
      hand[place] = card;
    }
#pragma unroll 1
    for (unsigned k = 0; k < kCards; ++k) {
      out[k * n + i] = hand[k];
    }
  }
}

/// The same by a network of exchanges, all in registers.
__global__ void hands_network(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned hand[kCards];
#pragma unroll
    for (unsigned k = 0; k < kCards; ++k) {
      hand[k] = in[k * n + i];
    }
#pragma unroll
    for (unsigned level = 1; level <= 4; ++level) {
#pragma unroll
      for (unsigned bit = level; bit-- > 0;) {
#pragma unroll
        for (unsigned k = 0; k < kCards; ++k) {
          const unsigned other = k ^ 1U << bit;
          if (other > k) {
            const unsigned low = min(hand[k], hand[other]), high = max(hand[k], hand[other]);
            const bool down = (k >> level & 1) != 0;
            hand[k] = down ? high : low;
            hand[other] = down ? low : high;
          }
        }
      }
    }
#pragma unroll
    for (unsigned k = 0; k < kCards; ++k) {
      out[k * n + i] = hand[k];
    }
  }
}

constexpr unsigned kNumbers = 128;

/// Numbers of seven bits a byte, a byte above 127 if there are more: a thread 128 numbers.
__global__ void varint_threads(const unsigned char* bytes, const unsigned* begins, unsigned* out,
                               unsigned pieces) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pieces) {
    unsigned place = begins[i];
    for (unsigned k = 0; k < kNumbers; ++k) {
      unsigned number = 0, shift = 0, byte = 0;
      do {
        byte = bytes[place++];
        number |= (byte & 127) << shift;
        shift += 7;
      } while (byte > 127);
      out[i * kNumbers + k] = number;
    }
  }
}

/// The same, a warp 128 numbers: a lane with the last byte of a number goes back through it.
__global__ void varint_warps(const unsigned char* bytes, const unsigned* begins, unsigned* out,
                             unsigned pieces) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = thread / 32, lane = thread % 32;
  if (i < pieces) {
    const unsigned begin = begins[i], end = begins[i + 1];
    unsigned done = i * kNumbers;
    for (unsigned first = begin; first < end; first += 32) {
      unsigned place = first + lane;
      unsigned number = place < end ? bytes[place] : 128;
      const bool last = number < 128;
      const unsigned lasts = __ballot_sync(~0U, last);
      if (last) {
        while (place > begin && bytes[place - 1] > 127) {
          --place;
          number = number << 7 | (bytes[place] & 127U);
        }
        out[done + static_cast<unsigned>(__popc(lasts & ((1U << lane) - 1)))] = number;
      }
      done += static_cast<unsigned>(__popc(lasts));
    }
  }
}

/// Nodes that come before all their neighbours: a node a thread, which ends at the first neighbour
/// that comes before it.
__global__ void independent_nodes(const unsigned* begins, const unsigned* neighbours,
                                  const unsigned* turns, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned turn = turns[i], end = begins[i + 1];
    unsigned k = begins[i];
    while (k < end && turns[neighbours[k]] > turn) {
      ++k;
    }
    out[i] = k == end ? 1 : 0;
  }
}

__global__ void independent_set(unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 1;
  }
}

/// The same, an edge a thread, which takes the later of its nodes out.
__global__ void independent_edges(const uint2* edges, const unsigned* turns, unsigned* out,
                                  unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    const uint2 edge = edges[i];
    atomicAnd(&out[turns[edge.x] > turns[edge.y] ? edge.x : edge.y], 0U);
  }
}

inline void add_parses(Runner& runner, unsigned n) {
  const auto digits = [n] {
    auto text = random_numbers<unsigned char>(n * kDigits, 10, 141);
    for (unsigned char& letter : text) {
      letter = static_cast<unsigned char>(letter + '0');
    }
    return text;
  };
  runner.add(sized("parse_bytes", n), [=] {
    auto text = filled(digits());
    auto out = zeros<unsigned>(n);
    return [=] { parse_bytes<<<n / 256, 256>>>(text->get(), out->get(), n); };
  });
  runner.add(sized("parse_words", n), [=] {
    auto text = filled(digits());
    auto out = zeros<unsigned>(n);
    return [=] {
      parse_words<<<n / 256, 256>>>(reinterpret_cast<const unsigned long long*>(text->get()),
                                    out->get(), n);
    };
  });
}

inline void add_common_letters(Runner& runner, unsigned n) {
  const auto words = [n](std::uint64_t seed) {
    auto letters = random_numbers<unsigned char>(n * kLetters, 4, seed);
    for (unsigned char& letter : letters) {
      letter = static_cast<unsigned char>("acgt"[letter]);
    }
    return letters;
  };
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto left = filled(words(142)), right = filled(words(143));
      auto out = zeros<unsigned>(n);
      return [=] { kernel<<<n / 64, 64>>>(left->get(), right->get(), out->get(), n); };
    });
  };
  add("lcs_table", lcs_table);
  add("lcs_bits", lcs_bits);
}

inline void add_hands(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto in = filled(random_numbers<unsigned>(n * kCards, 1U << 20, 144));
      auto out = zeros<unsigned>(n * kCards);
      return [=] { kernel<<<n / 128, 128>>>(in->get(), out->get(), n); };
    });
  };
  add("hands_inserted", hands_inserted);
  add("hands_network", hands_network);
}

/// Half of the numbers have one byte, a quarter two, and so on.
inline void add_varints(Runner& runner, unsigned n) {
  const unsigned pieces = n / kNumbers;
  const auto add = [&](const char* name, auto kernel, unsigned blocks, unsigned threads) {
    runner.add(sized(name, n), [=] {
      const auto numbers = random_numbers<unsigned>(n, 1U << 28, 145);
      const auto lengths = random_numbers<unsigned>(n, 16, 146);
      std::vector<unsigned char> all;
      std::vector<unsigned> firsts;
      for (unsigned k = 0; k < n; ++k) {
        if (k % kNumbers == 0) {
          firsts.push_back(static_cast<unsigned>(all.size()));
        }
        const unsigned length = lengths[k];
        unsigned left = numbers[k] >> (length < 8 ? 21 : length < 12 ? 14 : length < 14 ? 7 : 0);
        for (; left > 127; left >>= 7) {
          all.push_back(static_cast<unsigned char>((left & 127) | 128));
        }
        all.push_back(static_cast<unsigned char>(left));
      }
      firsts.push_back(static_cast<unsigned>(all.size()));
      auto bytes = filled(all);
      auto begins = filled(firsts), out = zeros<unsigned>(n);
      return [=] { kernel<<<blocks, threads>>>(bytes->get(), begins->get(), out->get(), pieces); };
    });
  };
  add("varint_threads", varint_threads, pieces / 32, 32);
  add("varint_warps", varint_warps, pieces / 8, 256);
}

/// Eight edges from each node to any others.
inline std::vector<uint2> edges_at_random(unsigned n) {
  const auto steps = random_numbers<unsigned>(8 * n, n - 1, 147);
  std::vector<uint2> edges(8 * n);
  for (unsigned k = 0; k < 8 * n; ++k) {
    edges[k] = make_uint2(k / 8, (k / 8 + 1 + steps[k]) % n);
  }
  return edges;
}

/// No two nodes have the same turn: n is a power of two, the factor odd.
inline std::vector<unsigned> turns_of_nodes(unsigned n) {
  std::vector<unsigned> turns(n);
  for (unsigned k = 0; k < n; ++k) {
    turns[k] = k * 2654435761U;
  }
  return turns;
}

inline void add_independents(Runner& runner, unsigned n) {
  runner.add(sized("independent_nodes", n), [=] {
    std::vector<unsigned> firsts(n + 1), others(16 * n);
    const std::vector<uint2> edges = edges_at_random(n);
    for (const uint2& edge : edges) {
      ++firsts[edge.x];
      ++firsts[edge.y];
    }
    for (unsigned k = 0, sum = 0; k <= n; ++k) {  // ends, which become begins
      firsts[k] = sum += firsts[k];
    }
    for (const uint2& edge : edges) {
      others[--firsts[edge.x]] = edge.y;
      others[--firsts[edge.y]] = edge.x;
    }
    auto begins = filled(firsts), neighbours = filled(others), turns = filled(turns_of_nodes(n));
    auto out = zeros<unsigned>(n);
    return [=] {
      independent_nodes<<<n / 256, 256>>>(begins->get(), neighbours->get(), turns->get(),
                                          out->get(), n);
    };
  });
  runner.add(sized("independent_edges", n), [=] {
    auto edges = filled(edges_at_random(n));
    auto turns = filled(turns_of_nodes(n)), out = zeros<unsigned>(n);
    return [=] {
      independent_set<<<n / 256, 256>>>(out->get(), n);
      independent_edges<<<8 * n / 256, 256>>>(edges->get(), turns->get(), out->get(), 8 * n);
    };
  });
}

inline void add_thirteenth_lists(Runner& runner) {
  for (const unsigned n : {1U << 17, 1U << 21}) {
    add_parses(runner, n);
    add_varints(runner, n);
  }
  for (const unsigned n : {1U << 12, 1U << 14}) {
    add_common_letters(runner, n);
    add_hands(runner, 8 * n);
  }
  for (const unsigned n : {1U << 14, 1U << 18}) {
    add_independents(runner, n);
  }
}

}  // namespace calibration
