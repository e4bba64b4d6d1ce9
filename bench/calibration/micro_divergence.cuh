// Microbenchmarks of branches whose lanes part: one warp that goes round a loop, and SMs full of
// such warps. What a lane does in a turn is in bits of its own.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Which lanes take a branch: all, none, every second one, each as its own bits say.
enum class Lanes { kAll, kNone, kHalf, kOwn };

__device__ inline unsigned bits_of(Lanes lanes) {
  const unsigned lane = threadIdx.x % 32;
  switch (lanes) {
    case Lanes::kAll:
      return ~0U;
    case Lanes::kNone:
      return 0;
    case Lanes::kHalf:
      return lane % 2 == 0 ? ~0U : 0;
    default:
      return (lane + 1) * 0x9e3779b9U ^ lane * 0x85ebca6bU << 7;
  }
}

__device__ inline unsigned next_bits(unsigned bits) {
  return bits << 1 | bits >> 31;
}

/// Work that waits for itself: too long to be predicated.
template <int Steps>
__device__ inline float chain(float x, float y) {
#pragma unroll
  for (int step = 0; step < Steps; ++step) {
    x = x * y + 0.5F;
  }
  return x;
}

template <int Steps>
struct If {
  __device__ static float turn(float x, unsigned bits) {
    if (bits & 1U) {
      x = chain<Steps>(x, 0.25F);
    }
    return x;
  }
};

template <int Steps>
struct IfElse {
  __device__ static float turn(float x, unsigned bits) {
    if (bits & 1U) {
      x = chain<Steps>(x, 0.25F);
    } else {
      x = chain<Steps>(x, 0.75F);
    }
    return x;
  }
};

/// A condition within a condition, three deep.
template <int Steps>
struct Nested {
  __device__ static float turn(float x, unsigned bits) {
    if (bits & 1U) {
      x = chain<Steps>(x, 0.25F);
      if (bits & 2U) {
        x = chain<Steps>(x, 0.75F);
        if (bits & 4U) {
          x = chain<Steps>(x, 0.125F);
        }
      }
    }
    return x;
  }
};

/// One condition after the other.
template <int Steps>
struct InTurn {
  __device__ static float turn(float x, unsigned bits) {
    x = If<Steps>::turn(x, bits);
    x = x > 1e9F ? 0 : x;
    x = If<Steps>::turn(x * 0.5F, bits >> 1);
    return If<Steps>::turn(x * 0.75F, bits >> 2);
  }
};

/// A loop that each lane leaves after as many turns as its bits say, eight at most.
template <int Steps>
struct Turns {
  __device__ static float turn(float x, unsigned bits) {
    const unsigned turns = bits & 7U;
#pragma unroll 1
    for (unsigned k = 0; k <= turns; ++k) {
      x = chain<Steps>(x, 0.25F);
    }
    return x;
  }
};

/// A loop that a lane leaves in the middle.
template <int Steps>
struct Leaves {
  __device__ static float turn(float x, unsigned bits) {
#pragma unroll 1
    for (unsigned k = 0; k < 8; ++k) {
      x = chain<Steps>(x, 0.25F);
      if (bits >> k & 1U) {
        break;
      }
      x = chain<Steps>(x, 0.75F);
    }
    return x;
  }
};

/// One of four ways.
template <int Steps>
struct Ways {
  __device__ static float turn(float x, unsigned bits) {
    switch (bits & 3U) {
      case 0:
        return chain<Steps>(x, 0.25F);
      case 1:
        return chain<Steps>(x, 0.75F) * 2;
      case 2:
        return chain<Steps>(x, 0.5F) * 3;
      default:
        return chain<Steps>(x, 0.125F) * 5;
    }
  }
};

template <class Body>
__global__ void goes_round(float* out, unsigned turns, Lanes lanes) {
  unsigned bits = bits_of(lanes);
  float x = static_cast<float>(threadIdx.x);
#pragma unroll 1
  for (unsigned k = 0; k < turns; ++k) {
    x = Body::turn(x, bits);
    bits = next_bits(bits);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

template <class Body>
void add_divergence(Runner& runner, const std::string& what) {
  const std::pair<const char*, Lanes> all[] = {
      {"all", Lanes::kAll}, {"none", Lanes::kNone}, {"half", Lanes::kHalf}, {"own", Lanes::kOwn}};
  for (const auto& [name, lanes] : all) {
    const std::string of = what + "/" + name;
    runner.add("part_" + of, [=, lanes = lanes] {
      auto out = zeros<float>(32);
      return [=] { goes_round<Body><<<1, 32>>>(out->get(), 2048, lanes); };
    });
    runner.add("parts_" + of, [=, lanes = lanes] {
      auto out = zeros<float>(132 * 8 * 256);
      return [=] { goes_round<Body><<<132 * 8, 256>>>(out->get(), 256, lanes); };
    });
  }
}

/// A lane's own array, whose places are known when it runs: each read says where the next one is.
__global__ void local_chase(unsigned* out, unsigned turns, unsigned step) {
  unsigned next[16];
  for (unsigned k = 0; k < 16; ++k) {
    next[(k + step) % 16] = (k * step + 1) % 16;
  }
  unsigned at = threadIdx.x % 16;
#pragma unroll 1
  for (unsigned k = 0; k < turns; ++k) {
    at = next[at];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

/// The same, but each turn reads what it has just written: `no_step` is 0, which no compiler knows.
__global__ void local_bounce(unsigned* out, unsigned turns, unsigned step, unsigned no_step) {
  unsigned kept[16] = {};
  unsigned at = threadIdx.x % 16, x = step;
#pragma unroll 1
  for (unsigned k = 0; k < turns; ++k) {
    kept[at] = x;
    x = kept[(at + no_step) % 16] + 1;
    at = (at + step) % 16;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x + kept[at];
}

inline void add_local_arrays(Runner& runner) {
  for (const unsigned step : {0U, 5U}) {  // all lanes one place, or each its own
    const std::string of = step == 0 ? "/together" : "/apart";
    runner.add("local_chase" + of, [=] {
      auto out = zeros<unsigned>(32);
      return [=] { local_chase<<<1, 32>>>(out->get(), 2048, step); };
    });
    runner.add("local_bounce" + of, [=] {
      auto out = zeros<unsigned>(32);
      return [=] { local_bounce<<<1, 32>>>(out->get(), 2048, step, 0); };
    });
  }
}

inline void add_divergent_branches(Runner& runner) {
  add_divergence<If<4>>(runner, "if_4");
  add_divergence<If<16>>(runner, "if_16");
  add_divergence<IfElse<4>>(runner, "if_else_4");
  add_divergence<IfElse<16>>(runner, "if_else_16");
  add_divergence<Nested<8>>(runner, "nested_8");
  add_divergence<InTurn<8>>(runner, "in_turn_8");
  add_divergence<Turns<4>>(runner, "turns_4");
  add_divergence<Turns<12>>(runner, "turns_12");
  add_divergence<Leaves<4>>(runner, "leaves_4");
  add_divergence<Leaves<12>>(runner, "leaves_12");
  add_divergence<Ways<8>>(runner, "ways_8");
  add_local_arrays(runner);
}

}  // namespace calibration
