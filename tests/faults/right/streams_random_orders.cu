// Random work in random streams. The program keeps, of each piece of work, the set of all that is
// ordered before, and puts only such work into a stream as meets no other: nobody may object.
//! prints: 8000 pieces of work
#include <algorithm>
#include <bitset>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

constexpr int kBytes = 2048, kMost = 400;
using Set = std::bitset<kMost>;

__global__ void move_ints(const int* from, int* to, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    to[i] = from[i] + 1;
}

__global__ void move_bytes(const unsigned char* from, unsigned char* to, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    to[i] = from[i] + 1;
}

__global__ void move_wide(const int4* from, int4* to, int n) {
  for (int i = n - 1 - (int)threadIdx.x; i >= 0; i -= blockDim.x)
    to[i] = from[i];
}

__global__ void count(unsigned* to, int n) {
  for (int i = threadIdx.x; i < n; i += 16)
    atomicAdd(&to[i], 1u);
}

struct Range {
  int begin = 0, end = 0;
  bool meets(const Range& other) const { return begin < other.end && other.begin < end; }
};

struct Work {
  Range read, write;
  bool atomic = false;
  Set before;
};

struct Stream {
  cudaStream_t handle = nullptr;
  bool blocking = true;
  Set done;
};

struct Program {
  std::mt19937 random;
  std::vector<Work> work;
  std::vector<Stream> streams{{nullptr, true, {}}};  // the first: the default stream
  cudaEvent_t events[4];
  Set event_sets[4];
  bool recorded[4] = {};
  Set host;
  unsigned char *memory, *pinned;

  unsigned below(unsigned n) { return random() % n; }

  Set earlier(int s) const {
    Set set = streams[s].done | host;
    for (size_t other = 0; other < streams.size(); ++other)
      if (streams[s].blocking && streams[other].blocking && (s == 0 || other == 0))
        set |= streams[other].done;
    return set;
  }

  bool may(const Work& now) const {
    for (size_t i = 0; i < work.size(); ++i) {
      const Work& then = work[i];
      const bool conflict =
          now.write.meets(then.write) || now.write.meets(then.read) || now.read.meets(then.write);
      if (conflict && !now.before[i] && !(now.atomic && then.atomic))
        return false;
    }
    return true;
  }

  Range range(int unit) {
    const int length = 1 + below(kBytes / unit / 8), begin = below(kBytes / unit - length);
    return {begin * unit, (begin + length) * unit};
  }

  bool add(int s) {
    Work now;
    now.before = earlier(s);
    const int what = below(7);
    const int unit = what < 2 ? 4 : what == 3 ? 16 : 1;
    now.write = range(unit);
    const int length = now.write.end - now.write.begin;
    now.atomic = what == 1;
    if (what == 0 || what == 2 || what == 3) {
      const int begin = below((kBytes - length) / unit + 1) * unit;
      now.read = {begin, begin + length};
      if (now.read.meets(now.write))
        return false;
    }
    if (what == 6)
      std::swap(now.read, now.write);
    if (!may(now))
      return false;
    start(what, length / unit, now, streams[s].handle);
    now.before.reset(work.size());
    streams[s].done = now.before;
    streams[s].done.set(work.size());
    work.push_back(now);
    return true;
  }

  void start(int what, int n, const Work& now, cudaStream_t stream) {
    unsigned char *from = memory + now.read.begin, *to = memory + now.write.begin;
    switch (what) {
      case 0:
        move_ints<<<1, 64, 0, stream>>>((int*)from, (int*)to, n);
        break;
      case 1:
        count<<<2, 16, 0, stream>>>((unsigned*)to, n);
        break;
      case 2:
        move_bytes<<<2, 32, 0, stream>>>(from, to, n);
        break;
      case 3:
        move_wide<<<1, 32, 0, stream>>>((int4*)from, (int4*)to, n);
        break;
      case 4:
        cudaMemsetAsync(to, 5, n, stream);
        break;
      case 5:
        cudaMemcpyAsync(to, pinned, n, cudaMemcpyHostToDevice, stream);
        break;
      default:  // back to where nobody else writes
        cudaMemcpyAsync(pinned + kBytes * (1 + work.size()), from, n, cudaMemcpyDeviceToHost,
                        stream);
    }
  }

  void order() {
    const int s = below(streams.size()), e = below(4);
    switch (below(8)) {
      case 0:
      case 1:
      case 2:
        cudaEventRecord(events[e], streams[s].handle);
        event_sets[e] = earlier(s);
        recorded[e] = true;
        break;
      case 3:
      case 4:
      case 5:
        cudaStreamWaitEvent(streams[s].handle, events[e], 0);
        streams[s].done |= event_sets[e];
        break;
      case 6:
        cudaStreamSynchronize(streams[s].handle);
        host |= earlier(s);
        break;
      default:
        if (recorded[e]) {
          cudaEventSynchronize(events[e]);
          host |= event_sets[e];
        }
    }
  }

  void run(unsigned seed) {
    random.seed(seed);
    cudaMalloc(&memory, kBytes);
    cudaMallocHost(&pinned, kBytes * (kMost + 1));
    cudaMemset(memory, 0, kBytes);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; ++i) {
      Stream stream;
      stream.blocking = i < 2;
      cudaStreamCreateWithFlags(&stream.handle, i < 2 ? cudaStreamDefault : cudaStreamNonBlocking);
      streams.push_back(stream);
      cudaEventCreate(&events[i]);
    }
    while (work.size() < kMost) {
      if (below(3) == 0 || !add(below(streams.size())))
        order();
    }
    cudaDeviceSynchronize();
    for (auto& stream : streams)
      if (stream.handle != nullptr)
        cudaStreamDestroy(stream.handle);
    for (auto& event : events)
      cudaEventDestroy(event);
    cudaFree(memory);
    cudaFreeHost(pinned);
  }
};

int main(int argc, char** argv) {
  const unsigned first = argc > 1 ? atoi(argv[1]) : 1, last = argc > 2 ? atoi(argv[2]) : first + 19;
  size_t pieces = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    Program program;
    program.run(seed);
    pieces += program.work.size();
  }
  printf("%zu pieces of work\n", pieces);
}
