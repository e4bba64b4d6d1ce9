// Random launches, copies and fills in some streams, ordered here and there by events, whose races
// are found by looking at all pairs of them: the simulator must tell of each case that has one, and
// of no other.
//   stream_races FIRST_SEED LAST_SEED
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

constexpr int kStreams = 3, kBlock = 64, kMostWork = 6, kIdle = -1;

/// Where the threads of a launch go: a warp's lanes by one pattern, each warp a span further on, so
/// that the pattern comes again.
struct Pattern {
  int begin, stride, tile, pitch, span, shared_by, wanted_lanes;

  __host__ __device__ int place(int thread) const {
    const int warp = thread / 32, lane = thread % 32;
    const int x = lane % tile, y = lane / tile;
    const bool wants = (wanted_lanes >> (lane % 4) & 1) != 0;
    return wants ? begin + warp * span + (x / shared_by) * stride + y * pitch : kIdle;
  }
};

/// Bytes of one piece of work that no other writes, nor holds the memory: equal ones are no race.
__host__ __device__ unsigned char mark(int work, int thread) {
  return static_cast<unsigned char>(16 * work + 1 + thread % 8);
}

template <class Value>
__global__ void store(char* memory, Pattern pattern, int work) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, place = pattern.place(thread);
  if (place != kIdle) {
    Value value = 0;
    for (unsigned byte = 0; byte < sizeof value; ++byte) {
      value = static_cast<Value>(value << 4 << 4 | mark(work, thread));
    }
    reinterpret_cast<Value*>(memory)[place] = value;
  }
}

__global__ void add_one(char* memory, Pattern pattern) {
  const int place = pattern.place(blockIdx.x * blockDim.x + threadIdx.x);
  if (place != kIdle) {
    atomicAdd(reinterpret_cast<int*>(memory) + place, 1);
  }
}

template <class Value>
__global__ void load(const char* memory, Pattern pattern, int* found) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, place = pattern.place(thread);
  if (place != kIdle && reinterpret_cast<const Value*>(memory)[place] == static_cast<Value>(-7)) {
    *found = 1;
  }
}

struct Work {
  enum Kind { kLoad, kStore, kAtomic, kMemset, kCopyOut } kind;
  bool is_row() const { return kind == kMemset || kind == kCopyOut; }
  int stream, warps, bytes;
  Pattern pattern;
  std::vector<char> touched;       ///< by byte
  std::vector<bool> ordered_with;  ///< by earlier work
};

class Case {
 public:
  explicit Case(unsigned seed) : random_(seed), size_(1024 << below(5)) {
    const int usual_bytes = 1 << below(3);
    for (int w = 2 + below(kMostWork - 1); w > 0; --w) {
      add(below(3) != 0 ? usual_bytes : 1 << below(3));
    }
  }

  bool has_race() const {
    for (std::size_t later = 0; later < work_.size(); ++later) {
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        if (!work_[later].ordered_with[earlier] && conflict(work_[earlier], work_[later])) {
          return true;
        }
      }
    }
    return false;
  }

  /// The simulator's opinion: a device's error.
  bool is_told() {
    cudaStream_t streams[kStreams];
    char* memory;
    int* found;
    for (cudaStream_t& stream : streams) {
      cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    }
    cudaMalloc(&memory, size_);
    cudaMalloc(&found, kStreams * sizeof(int));
    cudaMallocHost(&copy_, kMostWork * size_);
    cudaMemset(memory, 255, size_);
    cudaDeviceSynchronize();
    std::size_t wait = 0;
    for (std::size_t w = 0; w < work_.size(); ++w) {
      for (; wait < waits_.size() && waits_[wait].before == w; ++wait) {
        cudaEvent_t event;
        cudaEventCreate(&event);
        cudaEventRecord(event, streams[waits_[wait].from]);
        cudaStreamWaitEvent(streams[work_[w].stream], event, 0);
        cudaEventDestroy(event);
      }
      run(work_[w], static_cast<int>(w), streams[work_[w].stream], memory, found + work_[w].stream);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
  }

 private:
  /// The stream of the work waits for all that is in another.
  struct Wait {
    std::size_t before;
    int from;
  };

  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }

  void add(int bytes) {
    Work work;
    const int slots = size_ / bytes;
    work.stream = below(kStreams);
    work.warps = 2 << below(5);
    work.bytes = bytes;
    constexpr Work::Kind kKinds[] = {Work::kLoad,   Work::kLoad,   Work::kLoad,   Work::kLoad,
                                     Work::kStore,  Work::kStore,  Work::kStore,  Work::kAtomic,
                                     Work::kAtomic, Work::kMemset, Work::kCopyOut};
    work.kind = kKinds[below(bytes == 4 ? 11 : 7)];
    if (below(8) == 0) {
      work.kind = below(2) != 0 ? Work::kMemset : Work::kCopyOut;
    }
    const int tile = 8 << below(3), stride = below(2) != 0 ? 1 : 1 + below(4);
    const int pitch = tile * stride + (below(2) != 0 ? 0 : below(40));
    work.pattern = {below(3) != 0 ? 32 * below(slots / 32) : below(slots),
                    stride,
                    tile,
                    pitch,
                    32 / tile * pitch,
                    work.kind == Work::kLoad && below(4) == 0 ? 2 : 1,
                    below(3) != 0 ? 15 : 1 + below(15)};
    while (work.warps > 1 && last_place(work) >= slots) {
      work.warps /= 2;
    }
    if (last_place(work) >= slots) {
      work.pattern.begin = 0;
      work.pattern.stride = 1;
      work.pattern.pitch = tile;
    }
    touch(work);
    add_waits(work);
    work_.push_back(work);
  }

  static int last_place(const Work& work) {
    const Pattern& p = work.pattern;
    return p.begin + (work.warps - 1) * p.span + (p.tile - 1) * p.stride +
           (32 / p.tile - 1) * p.pitch;
  }

  void touch(Work& work) const {
    work.touched.assign(size_, 0);
    if (work.is_row()) {
      for (int byte = 0; byte < work.warps * 32; ++byte) {
        work.touched[row_begin(work) + byte] = 1;
      }
      return;
    }
    for (int thread = 0; thread < work.warps * 32; ++thread) {
      const int place = work.pattern.place(thread);
      for (int byte = 0; place != kIdle && byte < work.bytes; ++byte) {
        work.touched[place * work.bytes + byte] = 1;
      }
    }
  }

  int row_begin(const Work& work) const {
    return work.pattern.begin % (size_ - work.warps * 32 + 1);
  }

  void add_waits(Work& work) {
    std::vector<bool> known(work_.size(), false);
    const auto learn = [&](int stream) {
      for (std::size_t w = 0; w < work_.size(); ++w) {
        if (work_[w].stream == stream) {
          known[w] = true;
          for (std::size_t before = 0; before < w; ++before) {
            known[before] = known[before] || work_[w].ordered_with[before];
          }
        }
      }
    };
    learn(work.stream);
    if (const int from = below(kStreams); below(3) == 0 && from != work.stream) {
      learn(from);
      waits_.push_back({work_.size(), from});
    }
    work.ordered_with = known;
  }

  bool conflict(const Work& one, const Work& other) const {
    bool meet = false;
    for (int byte = 0; byte < size_; ++byte) {
      meet |= one.touched[byte] != 0 && other.touched[byte] != 0;
    }
    const auto reads = [](const Work& work) {
      return work.kind == Work::kLoad || work.kind == Work::kCopyOut;
    };
    const bool both_add = one.kind == Work::kAtomic && other.kind == Work::kAtomic;
    return meet && !both_add && !(reads(one) && reads(other));
  }

  template <class Value>
  void launch(const Work& work, int number, cudaStream_t stream, char* memory, int* found) {
    const int threads = work.warps * 32, blocks = threads / kBlock;
    if (work.kind == Work::kStore) {
      store<Value><<<blocks != 0 ? blocks : 1, blocks != 0 ? kBlock : threads, 0, stream>>>(
          memory, work.pattern, number);
    } else {
      load<Value><<<blocks != 0 ? blocks : 1, blocks != 0 ? kBlock : threads, 0, stream>>>(
          memory, work.pattern, found);
    }
  }

  void run(const Work& work, int number, cudaStream_t stream, char* memory, int* found) {
    if (work.kind == Work::kMemset) {
      cudaMemsetAsync(memory + row_begin(work), mark(number, 9), work.warps * 32, stream);
    } else if (work.kind == Work::kCopyOut) {
      cudaMemcpyAsync(copy_ + number * size_, memory + row_begin(work), work.warps * 32,
                      cudaMemcpyDeviceToHost, stream);
    } else if (work.kind == Work::kAtomic) {
      add_one<<<work.warps, 32, 0, stream>>>(memory, work.pattern);
    } else if (work.bytes == 1) {
      launch<unsigned char>(work, number, stream, memory, found);
    } else if (work.bytes == 2) {
      launch<unsigned short>(work, number, stream, memory, found);
    } else {
      launch<unsigned>(work, number, stream, memory, found);
    }
  }

  std::mt19937 random_;
  int size_;
  char* copy_ = nullptr;
  std::vector<Work> work_;
  std::vector<Wait> waits_;
};

int main(int argc, char** argv) {
  const int first = argc > 2 ? std::atoi(argv[1]) : 0, last = argc > 2 ? std::atoi(argv[2]) : 100;
  int races = 0, silent = 0, wrong = 0;
  for (int seed = first; seed < last; ++seed) {
    cudaDeviceReset();
    Case made(static_cast<unsigned>(seed));
    const bool has_race = made.has_race();
    (has_race ? races : silent) += 1;
    if (made.is_told() != has_race) {
      ++wrong;
      std::printf("seed %d: %s\n", seed,
                  has_race ? "a race was not told" : "a race was told that there is not");
    }
  }
  std::printf("%d cases with races, %d without: %d wrong\n", races, silent, wrong);
}
