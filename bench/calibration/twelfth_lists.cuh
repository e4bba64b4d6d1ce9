// Twelfth blind test, lists: palindromes, an index of keys, ways for addresses, running sums that
// begin anew.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr unsigned kReach = 32, kTextBlock = 256, kTextTile = kTextBlock + 2 * kReach;

/// How far text is the same to the left and the right of a letter.
__device__ inline unsigned reach_around(const unsigned char* letter, unsigned limit) {
  unsigned reach = 0;
  while (reach < limit && *(letter - reach - 1) == *(letter + reach + 1)) {
    ++reach;
  }
  return reach;
}

/// How far the palindrome around each letter goes, text from memory.
__global__ void palindromes_global(const unsigned char* text, unsigned char* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned limit = min(kReach, min(i, n - 1 - i));
    out[i] = static_cast<unsigned char>(reach_around(text + i, limit));
  }
}

/// The same with the text around a block in shared memory.
__global__ void palindromes_shared(const unsigned char* text, unsigned char* out, unsigned n) {
  __shared__ unsigned char tile[kTextTile];
  const unsigned i = blockIdx.x * kTextBlock + threadIdx.x;
  for (unsigned k = threadIdx.x; k < kTextTile; k += kTextBlock) {
    const unsigned place = blockIdx.x * kTextBlock + k - kReach;  // beyond n if before the text
    tile[k] = place < n ? text[place] : 0;
  }
  __syncthreads();
  if (i < n) {
    const unsigned limit = min(kReach, min(i, n - 1 - i));
    out[i] = static_cast<unsigned char>(reach_around(tile + threadIdx.x + kReach, limit));
  }
}

/// Four keys a node and five nodes below it, eight levels.
constexpr unsigned kNodes = 97656, kKeysInAll = 4 * kNodes, kNoKey = ~0U;

/// The least key that is not below what is asked for: keys in order, halved again and again.
__global__ void index_sorted(const unsigned* keys, const unsigned* asked, unsigned* out,
                             unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned wanted = asked[i];
    unsigned low = 0, high = kKeysInAll;
    while (low < high) {
      const unsigned middle = (low + high) / 2;
      if (keys[middle] < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    out[i] = low < kKeysInAll ? keys[low] : kNoKey;
  }
}

/// The same with keys in the order of a heap, from 1: those that are asked first are together.
__global__ void index_heap(const unsigned* heap, const unsigned* asked, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned wanted = asked[i];
    unsigned place = 1, best = kNoKey;
    while (place <= kKeysInAll) {
      const unsigned key = heap[place];
      best = key >= wanted ? key : best;
      place = 2 * place + (key < wanted ? 1 : 0);
    }
    out[i] = best;
  }
}

/// The same with four keys a step.
__global__ void index_nodes(const uint4* nodes, const unsigned* asked, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned wanted = asked[i];
    unsigned node = 0, best = kNoKey;
    while (node < kNodes) {
      const uint4 keys = nodes[node];
      unsigned below = 4;
      if (keys.w >= wanted) {
        below = (keys.x < wanted ? 1 : 0) + (keys.y < wanted ? 1 : 0) + (keys.z < wanted ? 1 : 0);
        best = below == 0 ? keys.x : below == 1 ? keys.y : below == 2 ? keys.z : keys.w;
      }
      node = 5 * node + 1 + below;
    }
    out[i] = best;
  }
}

constexpr unsigned kRoutes = 48, kFarther = 0x8000U;

/// Addresses that begin like this go there.
struct Route {
  unsigned begin, mask, hop;
};
__constant__ Route routes[kRoutes];

/// Where each address goes: the first of the routes, long ones before short ones.
__global__ void routes_listed(const unsigned* addresses, unsigned char* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned address = addresses[i];
    unsigned k = 0;
    while ((address & routes[k].mask) != routes[k].begin) {
      ++k;  // the last one is for all addresses
    }
    out[i] = static_cast<unsigned char>(routes[k].hop);
  }
}

/// The same by tables: one for the upper half of an address, and of the next byte where it matters.
__global__ void routes_levels(const unsigned* addresses, const unsigned short* upper,
                              const unsigned short* lower, unsigned char* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned address = addresses[i];
    unsigned entry = upper[address >> 16];
    if ((entry & kFarther) != 0) {
      entry = lower[(entry ^ kFarther) * 256 + (address >> 8 & 255)];
    }
    out[i] = static_cast<unsigned char>(entry);
  }
}

constexpr unsigned kDay = 256;

/// Running sums of trips, each from its begin: the thread at the begin goes along.
__global__ void odometer_walked(const unsigned* in, const unsigned char* begins, unsigned* out,
                                unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && begins[i] != 0) {
    unsigned sum = 0, k = i;
    do {
      sum += in[k];
      out[k] = sum;
      ++k;
    } while (k < n && begins[k] == 0);
  }
}

/// The same with a block a day, whose first place is a begin, and sums in steps.
__global__ void odometer_scanned(const unsigned* in, const unsigned char* begins, unsigned* out) {
  __shared__ unsigned lasts[kDay / 32], any_begin[kDay / 32];
  const unsigned i = blockIdx.x * kDay + threadIdx.x;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned all = __ballot_sync(~0U, begins[i] != 0), before = all & ((2U << lane) - 1);
  const unsigned begin =
      before != 0 ? 31 - static_cast<unsigned>(__clz(static_cast<int>(before))) : 0;
  unsigned sum = in[i];
  for (unsigned step = 1; step < 32; step *= 2) {
    const unsigned other = __shfl_up_sync(~0U, sum, step);
    sum += lane >= begin + step ? other : 0;
  }
  if (lane == 31) {
    lasts[warp] = sum;
    any_begin[warp] = all;
  }
  __syncthreads();
  if (before == 0) {  // never in warp 0
    unsigned other = warp;
    do {
      --other;
      sum += lasts[other];
    } while (any_begin[other] == 0);
  }
  out[i] = sum;
}

/// In a quarter of the pieces all letters are the same.
inline void add_palindromes(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      const auto kinds = random_numbers<unsigned char>(n / 64, 4, 111);
      auto letters = random_numbers<unsigned char>(n, 4, 112);
      for (unsigned k = 0; k < n; ++k) {
        letters[k] = static_cast<unsigned char>('a' + (kinds[k / 64] == 0 ? 0 : letters[k]));
      }
      auto text = filled(letters), out = zeros<unsigned char>(n);
      return [=] { kernel<<<n / kTextBlock, kTextBlock>>>(text->get(), out->get(), n); };
    });
  };
  add("palindromes_global", palindromes_global);
  add("palindromes_shared", palindromes_shared);
}

inline std::vector<unsigned> sorted_keys() {
  std::vector<unsigned> keys = random_numbers<unsigned>(kKeysInAll, 1U << 31, 113);
  std::sort(keys.begin(), keys.end());
  return keys;
}

/// Puts keys into a heap in their order, from `place` down; tells which key is next.
inline unsigned fill_heap(const std::vector<unsigned>& keys, std::vector<unsigned>& heap,
                          unsigned next, unsigned place) {
  if (place <= kKeysInAll) {
    next = fill_heap(keys, heap, next, 2 * place);
    heap[place] = keys[next];
    next = fill_heap(keys, heap, next + 1, 2 * place + 1);
  }
  return next;
}

inline unsigned fill_nodes(const std::vector<unsigned>& keys, std::vector<unsigned>& nodes,
                           unsigned next, unsigned node) {
  if (node < kNodes) {
    for (unsigned k = 0; k < 4; ++k) {
      next = fill_nodes(keys, nodes, next, 5 * node + 1 + k);
      nodes[4 * node + k] = keys[next++];
    }
    next = fill_nodes(keys, nodes, next, 5 * node + 5);
  }
  return next;
}

inline void add_indices(Runner& runner, unsigned n) {
  runner.add(sized("index_sorted", n), [=] {
    auto keys = filled(sorted_keys()), asked = filled(random_numbers<unsigned>(n, 1U << 31, 114));
    auto out = zeros<unsigned>(n);
    return [=] { index_sorted<<<n / 256, 256>>>(keys->get(), asked->get(), out->get(), n); };
  });
  runner.add(sized("index_heap", n), [=] {
    std::vector<unsigned> all(kKeysInAll + 1);
    fill_heap(sorted_keys(), all, 0, 1);
    auto heap = filled(all), asked = filled(random_numbers<unsigned>(n, 1U << 31, 114));
    auto out = zeros<unsigned>(n);
    return [=] { index_heap<<<n / 256, 256>>>(heap->get(), asked->get(), out->get(), n); };
  });
  runner.add(sized("index_nodes", n), [=] {
    std::vector<unsigned> all(kKeysInAll);
    fill_nodes(sorted_keys(), all, 0, 0);
    auto nodes = filled(all), asked = filled(random_numbers<unsigned>(n, 1U << 31, 114));
    auto out = zeros<unsigned>(n);
    return [=] {
      index_nodes<<<n / 256, 256>>>(reinterpret_cast<const uint4*>(nodes->get()), asked->get(),
                                    out->get(), n);
    };
  });
}

/// A third each of the routes has 24 bits, 16, and 8; the last is for all.
inline std::vector<Route> all_routes() {
  const auto begins = random_numbers<unsigned>(kRoutes, 1U << 31, 116);
  std::vector<Route> all(kRoutes);
  for (unsigned k = 0; k < kRoutes; ++k) {
    const unsigned mask = k + 1 == kRoutes ? 0 : ~0U << (8 * (3 * k / kRoutes + 1));
    all[k] = {begins[k] & mask, mask, k};
  }
  return all;
}

/// Of eight addresses seven are on a route.
inline std::vector<unsigned> routed_addresses(unsigned n) {
  const std::vector<Route> all = all_routes();
  const auto numbers = random_numbers<unsigned>(n, 8 * kRoutes, 117);
  auto addresses = random_numbers<unsigned>(n, 1U << 31, 118);
  for (unsigned k = 0; k < n; ++k) {
    const Route& route = all[numbers[k] / 8];
    addresses[k] = numbers[k] % 8 == 0 ? addresses[k] : route.begin | (addresses[k] & ~route.mask);
  }
  return addresses;
}

inline void add_routes(Runner& runner, unsigned n) {
  runner.add(sized("routes_listed", n), [=] {
    BENCH_CHECK(cudaMemcpyToSymbol(routes, all_routes().data(), sizeof routes));
    auto addresses = filled(routed_addresses(n));
    auto out = zeros<unsigned char>(n);
    return [=] { routes_listed<<<n / 256, 256>>>(addresses->get(), out->get(), n); };
  });
  runner.add(sized("routes_levels", n), [=] {
    const std::vector<Route> all = all_routes();
    const auto hop_of = [&](unsigned address) {
      return static_cast<unsigned short>(
          std::find_if(all.begin(), all.end(), [&](const Route& one) {
            return (address & one.mask) == one.begin;
          })->hop);
    };
    std::vector<unsigned short> high(1U << 16), low;
    for (unsigned k = 0; k < 1U << 16; ++k) {
      high[k] = hop_of(k << 16);
      if (std::any_of(all.begin(), all.begin() + kRoutes / 3,
                      [&](const Route& one) { return one.begin >> 16 == k; })) {
        high[k] = static_cast<unsigned short>(kFarther | low.size() / 256);
        for (unsigned byte = 0; byte < 256; ++byte) {
          low.push_back(hop_of(k << 16 | byte << 8));
        }
      }
    }
    auto addresses = filled(routed_addresses(n));
    auto upper = filled(high), lower = filled(low);
    auto out = zeros<unsigned char>(n);
    return [=] {
      routes_levels<<<n / 256, 256>>>(addresses->get(), upper->get(), lower->get(), out->get(), n);
    };
  });
}

/// Trips of sixteen places, more or less.
inline std::vector<unsigned char> begins_of_trips(unsigned n) {
  auto begins = random_numbers<unsigned char>(n, 16, 119);
  for (unsigned k = 0; k < n; ++k) {
    begins[k] = begins[k] == 0 || k % kDay == 0 ? 1 : 0;
  }
  return begins;
}

inline void add_odometers(Runner& runner, unsigned n) {
  runner.add(sized("odometer_walked", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, 1000));
    auto begins = filled(begins_of_trips(n));
    auto out = zeros<unsigned>(n);
    return [=] { odometer_walked<<<n / 256, 256>>>(in->get(), begins->get(), out->get(), n); };
  });
  runner.add(sized("odometer_scanned", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, 1000));
    auto begins = filled(begins_of_trips(n));
    auto out = zeros<unsigned>(n);
    return [=] { odometer_scanned<<<n / kDay, kDay>>>(in->get(), begins->get(), out->get()); };
  });
}

inline void add_twelfth_lists(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_palindromes(runner, n);
    add_odometers(runner, n);
  }
  for (const unsigned n : {1U << 16, 1U << 20}) {
    add_indices(runner, n);
    add_routes(runner, n);
  }
}

}  // namespace calibration
