// Tenth blind test, lists: words of a text, what was seen before, spans that overlap, bytes as
// letters, ways that get shorter.
#pragma once

#include "cases.cuh"

#include <numeric>

namespace calibration {

/// Words begin where a letter is behind none.
__device__ inline bool begins_word(unsigned before, unsigned letter) {
  return before <= ' ' && letter > ' ';
}

/// How many words a text has, and an atomic a block: a thread a letter, or a thread for 16 letters.
__global__ void wordcount_letters(const unsigned char* text, unsigned* count, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool begins = i < n && begins_word(i > 0 ? text[i - 1] : ' ', text[i]);
  const int words = __syncthreads_count(begins ? 1 : 0);
  if (threadIdx.x == 0) {
    atomicAdd(count, static_cast<unsigned>(words));
  }
}

/// How many words begin in four letters behind another one.
__device__ inline unsigned words_in(unsigned letters, unsigned before) {
  unsigned words = 0;
#pragma unroll
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned letter = letters >> (8 * k) & 255;
    words += begins_word(before, letter) ? 1 : 0;
    before = letter;
  }
  return words;
}

__global__ void wordcount_sixteens(const uint4* text, unsigned* count, unsigned n) {
  __shared__ unsigned parts[8];
  unsigned words = 0;
  const unsigned i = blockIdx.x * 256 + threadIdx.x;
  if (i < n / 16) {
    const uint4 letters = text[i];
    const unsigned before = i > 0 ? reinterpret_cast<const unsigned char*>(text)[16 * i - 1] : ' ';
    words = words_in(letters.x, before) + words_in(letters.y, letters.x >> 24) +
            words_in(letters.z, letters.y >> 24) + words_in(letters.w, letters.z >> 24);
  }
  words = __reduce_add_sync(~0U, words);
  if (threadIdx.x % 32 == 0) {
    parts[threadIdx.x / 32] = words;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned k = 1; k < 8; ++k) {
      words += parts[k];
    }
    atomicAdd(count, words);
  }
}

constexpr unsigned kFilterBits = 1U << 22;

__host__ __device__ inline unsigned mixed_bits(unsigned key) {
  key = (key ^ key >> 16) * 0x7FEB352DU;
  key = (key ^ key >> 15) * 0x846CA68BU;
  return key ^ key >> 16;
}

/// The four bits of a key anywhere in a filter.
struct Anywhere {
  __host__ __device__ static unsigned bit(unsigned key, unsigned k) {
    return (mixed_bits(key) + k * (mixed_bits(key + 1) | 1)) % kFilterBits;
  }
};

/// The four bits of a key in 256 that are side by side.
struct SideBySide {
  __host__ __device__ static unsigned bit(unsigned key, unsigned k) {
    return mixed_bits(key) % (kFilterBits / 256) * 256 + (mixed_bits(key + 1) >> 8 * k & 255);
  }
};

/// Which keys have perhaps been seen: all four bits are set, wherever they are.
template <class Places>
__device__ inline void look_for_keys(const unsigned* filter, const unsigned* keys,
                                     unsigned char* seen, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned key = keys[i];
    bool is_seen = true;
    for (unsigned k = 0; k < 4 && is_seen; ++k) {
      const unsigned bit = Places::bit(key, k);
      is_seen = (filter[bit / 32] >> bit % 32 & 1) != 0;
    }
    seen[i] = is_seen ? 1 : 0;
  }
}

__global__ void bloom_anywhere(const unsigned* filter, const unsigned* keys, unsigned char* seen,
                               unsigned n) {
  look_for_keys<Anywhere>(filter, keys, seen, n);
}

__global__ void bloom_together(const unsigned* filter, const unsigned* keys, unsigned char* seen,
                               unsigned n) {
  look_for_keys<SideBySide>(filter, keys, seen, n);
}

constexpr unsigned kMeetings = 1024;

/// How many of 1024 meetings overlap each span of time: by asking each of them, or from their
/// begins and their ends in order.
__global__ void overlap_all(const int2* meetings, const int2* spans, unsigned* counts, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int2 span = spans[i];
    unsigned count = 0;
    for (unsigned k = 0; k < kMeetings; ++k) {
      const int2 meeting = meetings[k];
      count += meeting.x <= span.y && meeting.y >= span.x ? 1 : 0;
    }
    counts[i] = count;
  }
}

/// How many of 1024 sorted numbers are not above a limit.
__device__ inline unsigned count_up_to(const int* sorted, int limit) {
  unsigned count = 0;
  for (unsigned step = kMeetings / 2; step > 0; step /= 2) {
    count += sorted[count + step - 1] <= limit ? step : 0;
  }
  return count + (sorted[count] <= limit ? 1 : 0);
}

__global__ void overlap_ordered(const int* begins, const int* ends, const int2* spans,
                                unsigned* counts, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int2 span = spans[i];
    counts[i] = count_up_to(begins, span.y) - count_up_to(ends, span.x - 1);
  }
}

__constant__ unsigned char base64_letters[64];

/// Bytes as letters, six bits each: three bytes a thread, letters from a table, or twelve bytes a
/// thread, letters worked out.
__global__ void base64_threes(const unsigned char* in, unsigned char* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned bits = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    for (unsigned k = 0; k < 4; ++k) {
      out[4 * i + k] = base64_letters[bits >> (18 - 6 * k) & 63];
    }
  }
}

__device__ inline unsigned base64_letter(unsigned bits) {
  if (bits < 52) {
    return bits < 26 ? 'A' + bits : 'a' + bits - 26;
  }
  return bits < 62 ? '0' + bits - 52 : bits == 62 ? '+' : '/';
}

/// The letters of 24 bits, the first one lowest.
__device__ inline unsigned base64_four(unsigned bits) {
  return base64_letter(bits >> 18 & 63) | base64_letter(bits >> 12 & 63) << 8 |
         base64_letter(bits >> 6 & 63) << 16 | base64_letter(bits & 63) << 24;
}

__global__ void base64_twelves(const unsigned* in, uint4* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    // The first byte is the highest, behind these.
    const unsigned a = __byte_perm(in[3 * i], 0, 0x0123);
    const unsigned b = __byte_perm(in[3 * i + 1], 0, 0x0123);
    const unsigned c = __byte_perm(in[3 * i + 2], 0, 0x0123);
    out[i] = make_uint4(base64_four(a >> 8), base64_four(a << 16 | b >> 16),
                        base64_four(b << 8 | c >> 24), base64_four(c));
  }
}

constexpr unsigned kRoads = 8;

/// Ways to each place made shorter by one road more: from each place along its roads, or to each
/// place along the roads that lead there.
__global__ void shorten_pushed(const unsigned* to, const unsigned* lengths, const unsigned* ways,
                               unsigned* shorter, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned way = ways[i];
    for (unsigned k = 0; k < kRoads; ++k) {
      atomicMin(&shorter[to[k * n + i]], way + lengths[k * n + i]);
    }
  }
}

__global__ void shorten_pulled(const unsigned* begins, const unsigned* from,
                               const unsigned* lengths, const unsigned* ways, unsigned* shorter,
                               unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned least = ways[i];
    const unsigned end = begins[i + 1];
    for (unsigned road = begins[i]; road < end; ++road) {
      least = min(least, ways[from[road]] + lengths[road]);
    }
    shorter[i] = least;
  }
}

/// A blank and nine letters.
inline Shared<unsigned char> text_of(unsigned n) {
  std::vector<unsigned char> text = random_numbers<unsigned char>(n, 10);
  for (unsigned char& letter : text) {
    letter = letter == 0 ? ' ' : static_cast<unsigned char>('a' + letter);
  }
  return filled(text);
}

inline void add_word_counts(Runner& runner, unsigned n) {
  runner.add(sized("wordcount_letters", n), [=] {
    auto text = text_of(n);
    auto count = zeros<unsigned>(1);
    return [=] { wordcount_letters<<<n / 256, 256>>>(text->get(), count->get(), n); };
  });
  runner.add(sized("wordcount_sixteens", n), [=] {
    auto text = text_of(n);
    auto count = zeros<unsigned>(1);
    return [=] {
      wordcount_sixteens<<<n / 4096, 256>>>(reinterpret_cast<const uint4*>(text->get()),
                                            count->get(), n);
    };
  });
}

/// Half a million keys are in the filter; about every second one that is looked for is among them.
template <class Places, class Kernel>
void add_filter(Runner& runner, const char* name, Kernel kernel, unsigned n) {
  runner.add(sized(name, n), [=] {
    std::vector<unsigned> bits(kFilterBits / 32);
    for (unsigned key = 0; key < 1U << 19; ++key) {
      for (unsigned k = 0; k < 4; ++k) {
        const unsigned bit = Places::bit(key, k);
        bits[bit / 32] |= 1U << bit % 32;
      }
    }
    auto filter = filled(bits), keys = filled(random_numbers<unsigned>(n, 1U << 20));
    auto seen = zeros<unsigned char>(n);
    return [=] { kernel<<<n / 256, 256>>>(filter->get(), keys->get(), seen->get(), n); };
  });
}

/// Begins and ends of up to 4096 in a million.
inline std::vector<int2> spans_of_time(unsigned count, std::uint64_t seed) {
  const auto begins = random_numbers<int>(count, 1U << 20, seed);
  const auto lengths = random_numbers<int>(count, 4096, seed + 1);
  std::vector<int2> spans(count);
  for (unsigned k = 0; k < count; ++k) {
    spans[k] = make_int2(begins[k], begins[k] + lengths[k]);
  }
  return spans;
}

inline void add_overlaps(Runner& runner, unsigned n) {
  runner.add(sized("overlap_all", n), [=] {
    auto meetings = filled(spans_of_time(kMeetings, 21)), spans = filled(spans_of_time(n, 23));
    auto counts = zeros<unsigned>(n);
    return [=] { overlap_all<<<n / 256, 256>>>(meetings->get(), spans->get(), counts->get(), n); };
  });
  runner.add(sized("overlap_ordered", n), [=] {
    std::vector<int> first, last;
    for (const int2& meeting : spans_of_time(kMeetings, 21)) {
      first.push_back(meeting.x);
      last.push_back(meeting.y);
    }
    std::sort(first.begin(), first.end());
    std::sort(last.begin(), last.end());
    auto begins = filled(first), ends = filled(last);
    auto spans = filled(spans_of_time(n, 23));
    auto counts = zeros<unsigned>(n);
    return [=] {
      overlap_ordered<<<n / 256, 256>>>(begins->get(), ends->get(), spans->get(), counts->get(), n);
    };
  });
}

inline void add_base64(Runner& runner, unsigned n) {
  runner.add(sized("base64_threes", n), [=] {
    const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    BENCH_CHECK(cudaMemcpyToSymbol(base64_letters, letters, sizeof base64_letters));
    auto in = filled(random_numbers<unsigned char>(3 * n, 256)), out = zeros<unsigned char>(4 * n);
    return [=] { base64_threes<<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("base64_twelves", n), [=] {
    auto in = filled(random_numbers<unsigned char>(3 * n, 256)), out = zeros<unsigned char>(4 * n);
    return [=] {
      base64_twelves<<<n / 1024, 256>>>(reinterpret_cast<const unsigned*>(in->get()),
                                        reinterpret_cast<uint4*>(out->get()), n);
    };
  });
}

/// Eight roads from each place, to any others.
inline void add_roads(Runner& runner, unsigned n) {
  runner.add(sized("shorten_pushed", n), [=] {
    auto to = filled(random_numbers<unsigned>(kRoads * n, n, 31));
    auto lengths = filled(random_numbers<unsigned>(kRoads * n, 1000, 32));
    const auto known = random_numbers<unsigned>(n, 1U << 20, 33);
    auto ways = filled(known), shorter = filled(known);
    return [=] {
      shorten_pushed<<<n / 256, 256>>>(to->get(), lengths->get(), ways->get(), shorter->get(), n);
    };
  });
  runner.add(sized("shorten_pulled", n), [=] {
    const auto targets = random_numbers<unsigned>(kRoads * n, n, 31);
    const auto long_roads = random_numbers<unsigned>(kRoads * n, 1000, 32);
    std::vector<unsigned> first(n + 1), sources(kRoads * n), sorted_lengths(kRoads * n);
    for (const unsigned target : targets) {
      ++first[target + 1];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<unsigned> next(first);
    for (unsigned road = 0; road < kRoads * n; ++road) {
      const unsigned place = next[targets[road]]++;
      sources[place] = road % n;
      sorted_lengths[place] = long_roads[road];
    }
    auto begins = filled(first), from = filled(sources), lengths = filled(sorted_lengths);
    auto ways = filled(random_numbers<unsigned>(n, 1U << 20, 33)), shorter = zeros<unsigned>(n);
    return [=] {
      shorten_pulled<<<n / 256, 256>>>(begins->get(), from->get(), lengths->get(), ways->get(),
                                       shorter->get(), n);
    };
  });
}

inline void add_tenth_lists(Runner& runner) {
  for (const unsigned n : {1U << 19, 1U << 23}) {
    add_word_counts(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_filter<Anywhere>(runner, "bloom_anywhere", bloom_anywhere, n);
    add_filter<SideBySide>(runner, "bloom_together", bloom_together, n);
    add_base64(runner, n);
  }
  for (const unsigned n : {1U << 14, 1U << 17}) {
    add_overlaps(runner, n);
  }
  for (const unsigned n : {1U << 15, 1U << 18}) {
    add_roads(runner, n);
  }
}

}  // namespace calibration
