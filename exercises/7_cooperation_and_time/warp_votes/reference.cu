// The reference: correct and as plain as can be. One thread looks at one value after the other.
#include "warp_votes.hpp"

__global__ void votes_of_all(const int* values, std::size_t n, int limit, unsigned* all,
                             unsigned* any, unsigned* ballots) {
  for (std::size_t i = 0; i < n; ++i) {
    const bool above = values[i] > limit;
    const std::size_t warp = i / 32;
    all[warp] = (i % 32 == 0 || all[warp] != 0) && above ? 1 : 0;
    any[warp] = (i % 32 != 0 && any[warp] != 0) || above ? 1 : 0;
    ballots[warp] = (i % 32 == 0 ? 0 : ballots[warp]) | (above ? 1u << i % 32 : 0);
  }
}

__global__ void votes_of_the_odd(const int* values, std::size_t n, int limit, unsigned* unanimous) {
  for (std::size_t i = 0; i < n; ++i) {
    if (values[i] % 2 != 0) {
      unanimous[i] = 1;
      for (std::size_t j = i / 32 * 32; j < i / 32 * 32 + 32 && j < n; ++j) {
        if (values[j] % 2 != 0 && values[j] <= limit) {
          unanimous[i] = 0;
        }
      }
    }
  }
}

__global__ void count_one_by_one(const unsigned char* keys, std::size_t n, unsigned* counts) {
  for (std::size_t i = 0; i < n; ++i) {
    ++counts[keys[i]];
  }
}

__global__ void draw_one_by_one(const int* values, std::size_t n, int limit, unsigned* tickets,
                                unsigned* counter) {
  for (std::size_t i = 0; i < n; ++i) {
    if (values[i] > limit) {
      tickets[i] = (*counter)++;
    }
  }
}

extern "C" void warp_votes(const int* values, std::size_t n, int limit, unsigned* all,
                           unsigned* any, unsigned* ballots) {
  votes_of_all<<<1, 1>>>(values, n, limit, all, any, ballots);
}

extern "C" void odd_votes(const int* values, std::size_t n, int limit, unsigned* unanimous) {
  votes_of_the_odd<<<1, 1>>>(values, n, limit, unanimous);
}

extern "C" void count_keys(const unsigned char* keys, std::size_t n, unsigned* counts) {
  count_one_by_one<<<1, 1>>>(keys, n, counts);
}

extern "C" void draw_tickets(const int* values, std::size_t n, int limit, unsigned* tickets,
                             unsigned* counter) {
  draw_one_by_one<<<1, 1>>>(values, n, limit, tickets, counter);
}
