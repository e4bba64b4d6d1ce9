// Random kernels of loads, stores and barriers, whose races are found by looking at all pairs of
// accesses: the simulator must tell of each kernel that has one, and of no other.
//   races FIRST_SEED LAST_SEED
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

constexpr int kThreads = 64, kMostSteps = 4, kWarp = 32;

enum class Sync { kNone, kWarp, kBlock };

/// What all threads do next: each loads or stores at its offset, none if that is negative, some
/// times in succession: a pattern that comes again is one that the checks know.
struct Step {
  bool stores;
  int bytes;
  int times;
  Sync after;
};

/// Bytes that no other thread stores, and the memory does not hold: equal ones would be no race.
__device__ unsigned char mark(int thread, int step) {
  return static_cast<unsigned char>(thread * kMostSteps + step);
}

template <class Value>
__device__ unsigned load(const char* from) {
  const Value value = *reinterpret_cast<const Value*>(from);
  unsigned char bytes[sizeof value];
  memcpy(bytes, &value, sizeof value);
  unsigned sum = 0;
  for (const unsigned char byte : bytes) {
    sum += byte;
  }
  return sum;
}

template <class Value>
__device__ void store(char* to, unsigned char mark) {
  unsigned char bytes[sizeof(Value)];
  memset(bytes, mark, sizeof bytes);
  Value value;
  memcpy(&value, bytes, sizeof value);
  *reinterpret_cast<Value*>(to) = value;
}

template <class Value>
__device__ unsigned access(char* place, bool stores, unsigned char mark) {
  if (stores) {
    store<Value>(place, mark);
    return 0;
  }
  return load<Value>(place);
}

template <bool in_shared>
__global__ void run(char* global, int size, const Step* steps, const int* offsets, int count,
                    unsigned* out) {
  extern __shared__ int4 shared[];
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  char* const memory = in_shared ? reinterpret_cast<char*>(shared) : global;
  for (int i = threadIdx.x; in_shared && i < size; i += blockDim.x) {
    memory[i] = -1;
  }
  __syncthreads();
  unsigned sum = 0;
  for (int s = 0; s < count; ++s) {
    const Step step = steps[s];
    const int offset = offsets[s * kThreads + thread];
    char* const place = memory + offset;
    for (int turn = 0; offset >= 0 && turn < step.times; ++turn) {
      asm volatile("" ::: "memory");  // not to be done once for all
      switch (step.bytes) {
        case 1:
          sum += access<char>(place, step.stores, mark(thread, s));
          break;
        case 2:
          sum += access<short>(place, step.stores, mark(thread, s));
          break;
        case 4:
          sum += access<int>(place, step.stores, mark(thread, s));
          break;
        case 8:
          sum += access<int2>(place, step.stores, mark(thread, s));
          break;
        default:
          sum += access<int4>(place, step.stores, mark(thread, s));
          break;
      }
    }
    if (step.after == Sync::kWarp) {
      __syncwarp();
    } else if (step.after == Sync::kBlock) {
      __syncthreads();
    }
  }
  out[thread] = sum;
}

/// A launch: what its threads do, and how many of them are a block.
struct Case {
  std::vector<Step> steps;
  std::vector<int> offsets;  ///< by step, then by thread
  int size = 0;              ///< of the memory that they share, in bytes
  int block = kThreads;
  bool in_shared = false;

  bool are_ordered(int first, int last, int a, int b) const {
    return std::any_of(steps.begin() + first, steps.begin() + last, [&](const Step& step) {
      return step.after == Sync::kBlock || (step.after == Sync::kWarp && a / kWarp == b / kWarp);
    });
  }

  /// Do threads a and b race, one in step i, the other in a later or the same step?
  bool race(int i, int j, int a, int b) const {
    const int x = offsets[i * kThreads + a], y = offsets[j * kThreads + b];
    const bool same_block = a / block == b / block;
    return a != b && x >= 0 && y >= 0 && x < y + steps[j].bytes && y < x + steps[i].bytes &&
           (same_block ? !are_ordered(i, j, a, b) : !in_shared);
  }
  bool has_race() const {
    const int count = static_cast<int>(steps.size());
    for (int i = 0; i < count; ++i) {
      for (int j = i; j < count; ++j) {
        for (int pair = 0; (steps[i].stores || steps[j].stores) && pair < kThreads * kThreads;
             ++pair) {
          if (race(i, j, pair / kThreads, pair % kThreads)) {
            return true;
          }
        }
      }
    }
    return false;
  }
};

class Generator {
 public:
  explicit Generator(int seed) : random_(static_cast<unsigned>(seed)) {}

  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  int bytes() { return 1 << below(5); }

  void add_steps(Case& made, int usual_bytes) {
    const int count = 2 + below(kMostSteps - 1), syncs = below(3), stores = 1 + below(3);
    for (int s = 0; s < count; ++s) {
      const Sync after = static_cast<Sync>(syncs == 0   ? below(3)
                                           : syncs == 1 ? 2
                                                        : std::min(below(2) + below(3), 2));
      made.steps.push_back({below(4) < stores, below(3) != 0 ? usual_bytes : bytes(),
                            below(2) != 0 ? 1 : 12, after});
      const bool as_before =
          s > 0 && made.steps[s - 1].bytes == made.steps[s].bytes && below(3) == 0;
      for (int t = 0; as_before && t < kThreads; ++t) {
        made.offsets.push_back(made.offsets[(s - 1) * kThreads + t]);
      }
      if (!as_before) {
        add_offsets(made, made.steps[s].bytes);
      }
    }
  }

 private:
  /// Rows, shifted and turned round, strides, tiles of 16, one place for several threads, and
  /// anything.
  void add_offsets(Case& made, int bytes) {
    const int slots = made.size / bytes;
    const int kind = below(8), who = below(4), most = below(kThreads);
    const int begin = below(3) != 0 ? below(4) * std::max(32 / bytes, 1) : below(slots);
    const int stride = 1 + below(4), pitch = 16 + 16 * below(3) + below(2), shift = below(5) - 2;
    for (int t = 0; t < kThreads; ++t) {
      const int places[] = {begin + t,
                            begin + t,
                            begin + t + shift,
                            begin + t * stride,
                            begin + kThreads - 1 - t,
                            below(slots),
                            begin + t % 16 + t / 16 * pitch,
                            below(2) != 0 ? begin : begin + t / 2};
      const int slot = (places[kind] % slots + slots) % slots;
      const bool idles = (who == 1 && t % 2 != 0) || (who == 2 && t > most) ||
                         (who == 3 && kind == 5 && below(2) != 0);
      made.offsets.push_back(idles ? -1 : slot * bytes);
    }
  }

  std::mt19937 random_;
};

/// The simulator's opinion: a device's error.
bool is_told(const Case& made, char* memory) {
  Step* steps;
  int* offsets;
  unsigned* out;
  const std::size_t step_bytes = made.steps.size() * sizeof(Step),
                    offset_bytes = made.offsets.size() * sizeof(int);
  cudaMalloc(&steps, step_bytes);
  cudaMalloc(&offsets, offset_bytes);
  cudaMalloc(&out, kThreads * sizeof(unsigned));
  cudaMemcpy(steps, made.steps.data(), step_bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(offsets, made.offsets.data(), offset_bytes, cudaMemcpyHostToDevice);
  const int count = static_cast<int>(made.steps.size());
  if (made.in_shared) {
    run<true><<<kThreads / made.block, made.block, made.size>>>(memory, made.size, steps, offsets,
                                                                count, out);
  } else {
    run<false>
        <<<kThreads / made.block, made.block>>>(memory, made.size, steps, offsets, count, out);
  }
  const bool told = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(steps);
  cudaFree(offsets);
  cudaFree(out);
  return told;
}

int main(int argc, char** argv) {
  const int first = argc > 2 ? std::atoi(argv[1]) : 0, last = argc > 2 ? std::atoi(argv[2]) : 100;
  int races = 0, silent = 0, wrong = 0;
  for (int seed = first; seed < last; ++seed) {
    Generator generator(seed);
    cudaDeviceReset();
    const int size = 64 << generator.below(7), block = generator.below(2) != 0 ? 64 : 32;
    const int usual_bytes = 1 << generator.below(3);
    char* memory;
    cudaMalloc(&memory, size);
    cudaMemset(memory, 255, size);
    bool has_race = false;
    for (int launch = generator.below(3); launch >= 0 && !has_race;
         --launch) {  // what came before is no race
      Case made;
      made.size = size;
      made.block = block;
      made.in_shared = seed % 4 == 0;
      generator.add_steps(made, usual_bytes);
      has_race = made.has_race();
      (has_race ? races : silent) += 1;
      if (is_told(made, memory) != has_race) {
        ++wrong;
        std::printf("seed %d: %s\n", seed,
                    has_race ? "a race was not told" : "a race was told that there is not");
      }
    }
  }
  std::printf("%d launches with races, %d without: %d wrong\n", races, silent, wrong);
}
