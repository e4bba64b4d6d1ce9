// Walsh and Haar transforms in shared memory, low-discrepancy points from tables in constant memory, conjugate gradients in one
// cooperative kernel, groups by parity of the data, a large parameter, kernels that pass time in streams which an event joins,
// host threads with a stream each whose callbacks hand the buffers on.
#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace cg = cooperative_groups;

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      std::printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));         \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

template <class T>
struct Buffer {
  T *data = nullptr;
  size_t count;
  explicit Buffer(const std::vector<T> &values) : count(values.size()) {
    CHECK(cudaMalloc(&data, count * sizeof(T)));
    CHECK(cudaMemcpy(data, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~Buffer() { cudaFree(data); }
  std::vector<T> read() const {
    std::vector<T> values(count);
    CHECK(cudaMemcpy(values.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
};

// Butterflies over distances 1, 2, 4, ...; the transform of the transform is the data times its length.
template <int kLog>
__global__ void walsh(float *values) {
  extern __shared__ float line[];
  constexpr int kLength = 1 << kLog;
  float *mine = values + blockIdx.x * kLength;
  for (int i = threadIdx.x; i < kLength; i += blockDim.x) line[i] = mine[i];
#pragma unroll
  for (int bit = 0; bit < kLog; ++bit) {
    __syncthreads();
    for (int pair = threadIdx.x; pair < kLength / 2; pair += blockDim.x) {
      int low = pair & ((1 << bit) - 1), first = ((pair - low) << 1) | low, second = first | 1 << bit;
      float a = line[first], b = line[second];
      line[first] = a + b;
      line[second] = a - b;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kLength; i += blockDim.x) mine[i] = line[i];
}

// Means go down to one, differences stay; a cell in 32 is left free against bank conflicts.
__device__ int padded(int i) { return i + i / 32; }
__global__ void haar(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x, n = 2 * blockDim.x, base = blockIdx.x * n;
  cells[padded(t)] = in[base + t];
  cells[padded(t + blockDim.x)] = in[base + t + blockDim.x];
  __syncthreads();
  for (int half = n / 2, step = 1; half > 0; half /= 2, step *= 2) {
    if (t < half) {
      float &a = cells[padded(2 * t * step)], b = cells[padded(2 * t * step + step)];
      out[base + half + t] = (a - b) / 2;
      a = (a + b) / 2;
    }
    __syncthreads();
  }
  if (t == 0) out[base] = cells[0];
}

constexpr int kBits = 20;
__constant__ unsigned directions[2][kBits];
__global__ void points(float *out, unsigned count) {
  const unsigned *mine = &directions[threadIdx.y][0];
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    unsigned result = 0, rest = i;
    for (int bit = 0; bit < kBits; ++bit, rest >>= 1)
      if (rest & 1) result ^= mine[bit];
    out[threadIdx.y * count + i] = result * (1.f / (1u << kBits));
  }
}

// x of A x = 1 for a matrix with 4 on the diagonal and -1 beside it.
struct System {
  int n;
  float *x, *r, *p, *ap;
  double *dot;
};
__device__ void add_dot(const float *a, const float *b, int n, double *to, const cg::grid_group &grid, double *partial) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  double sum = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size()) sum += double(a[i]) * b[i];
  sum = cg::reduce(warp, sum, cg::plus<double>());
  if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = sum;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    sum = warp.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : 0.0;
    sum = cg::reduce(warp, sum, cg::plus<double>());
    if (warp.thread_rank() == 0) atomicAdd(to, sum);
  }
}
__global__ void solve(System s, int most, int *turns) {
  __shared__ double partial[32];
  cg::grid_group grid = cg::this_grid();
  const int first = grid.thread_rank(), step = grid.size();
  for (int i = first; i < s.n; i += step) s.x[i] = 0, s.r[i] = s.p[i] = 1;
  grid.sync();
  add_dot(s.r, s.r, s.n, &s.dot[0], grid, partial);
  grid.sync();
  double rr = s.dot[0];
  int turn = 0;
  for (; turn < most && rr > 1e-10; ++turn) {
    double *dots = s.dot + 1 + 2 * turn;
    for (int i = first; i < s.n; i += step)
      s.ap[i] = 4 * s.p[i] - (i > 0 ? s.p[i - 1] : 0) - (i + 1 < s.n ? s.p[i + 1] : 0);
    grid.sync();
    add_dot(s.p, s.ap, s.n, &dots[0], grid, partial);
    grid.sync();
    float alpha = float(rr / dots[0]);
    for (int i = first; i < s.n; i += step) s.x[i] += alpha * s.p[i], s.r[i] -= alpha * s.ap[i];
    grid.sync();
    add_dot(s.r, s.r, s.n, &dots[1], grid, partial);
    grid.sync();
    float beta = float(dots[1] / rr);
    rr = dots[1];
    for (int i = first; i < s.n; i += step) s.p[i] = s.r[i] + beta * s.p[i];
    grid.sync();
  }
  if (first == 0) *turns = turn;
}

__global__ void sums_by_parity(const int *values, int n, int *odd_even_count) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int value = values[i];
    auto alike = cg::binary_partition(tile, value & 1);
    int sum = cg::reduce(alike, value, cg::plus<int>());
    if (alike.thread_rank() == 0) {
      atomicAdd(&odd_even_count[value & 1 ? 0 : 1], sum);
      if (value & 1) atomicAdd(&odd_even_count[2], (int)alike.size());
    }
    tile.sync();
  }
}

struct Table {
  int values[900];
};
__global__ void sum_of_table(const __grid_constant__ Table table, int *out) {
  int sum = 0;
  for (int i = threadIdx.x; i < 900; i += 32) sum += table.values[i];
  for (int distance = 16; distance; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
  if (threadIdx.x == 0) *out = sum;
}

__global__ void pass_time(clock_t *passed, clock_t wanted) {
  unsigned begin = (unsigned)clock();
  clock_t now = 0;
  while (now < wanted) now = (clock_t)((unsigned)clock() - begin);
  *passed = now;
}

__global__ void add_id(int *data, int n, int id) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += id;
}
struct Job {
  int id, *host, *device;
  cudaStream_t stream;
  bool good;
};
constexpr int kJobSize = 3000;
std::mutex door;
std::condition_variable bell;
int finished = 0;
void CUDART_CB hand_on(cudaStream_t, cudaError_t status, void *data) {
  Job *job = static_cast<Job *>(data);
  job->good = status == cudaSuccess;
  for (int i = 0; i < kJobSize; ++i) job->good &= job->host[i] == i + job->id;
  std::lock_guard<std::mutex> lock(door);
  ++finished;
  bell.notify_one();
}
void start(Job *job) {
  CHECK(cudaSetDevice(0));
  CHECK(cudaStreamCreateWithFlags(&job->stream, cudaStreamNonBlocking));
  CHECK(cudaMalloc(&job->device, kJobSize * sizeof(int)));
  CHECK(cudaHostAlloc(&job->host, kJobSize * sizeof(int), cudaHostAllocPortable));
  for (int i = 0; i < kJobSize; ++i) job->host[i] = i;
  CHECK(cudaMemcpyAsync(job->device, job->host, kJobSize * sizeof(int), cudaMemcpyHostToDevice, job->stream));
  add_id<<<(kJobSize + 127) / 128, 128, 0, job->stream>>>(job->device, kJobSize, job->id);
  CHECK(cudaMemcpyAsync(job->host, job->device, kJobSize * sizeof(int), cudaMemcpyDeviceToHost, job->stream));
  CHECK(cudaStreamAddCallback(job->stream, hand_on, job, 0));
}

template <int kLog>
void try_walsh() {
  std::vector<float> values(3 << kLog);
  for (size_t i = 0; i < values.size(); ++i) values[i] = float(i * 7 % 13);
  Buffer<float> buffer(values);
  for (int turn = 0; turn < 2; ++turn) walsh<kLog><<<3, 64, sizeof(float) << kLog>>>(buffer.data);
  int wrong = 0;
  const std::vector<float> back = buffer.read();
  for (size_t i = 0; i < values.size(); ++i) wrong += back[i] != values[i] * (1 << kLog);
  std::printf("walsh %d: %d wrong\n", 1 << kLog, wrong);
}

void try_haar() {
  const int n = 256;
  std::vector<float> values(2 * n);
  for (int i = 0; i < 2 * n; ++i) values[i] = float(i * i % 64);
  Buffer<float> in(values), out(std::vector<float>(2 * n));
  haar<<<2, n / 2, (n + n / 32) * sizeof(float)>>>(in.data, out.data);
  int wrong = 0;
  std::vector<float> got = out.read();
  for (int b = 0; b < 2; ++b) {  // back again: a = mean + difference, b = mean - difference
    std::vector<float> now(got.begin() + b * n, got.begin() + b * n + 1);
    for (int half = 1; half < n; half *= 2) {
      std::vector<float> finer(2 * half);
      for (int i = 0; i < half; ++i) {
        finer[2 * i] = now[i] + got[b * n + half + i];
        finer[2 * i + 1] = now[i] - got[b * n + half + i];
      }
      now = finer;
    }
    for (int i = 0; i < n; ++i) wrong += now[i] != values[b * n + i];
  }
  std::printf("haar: %d wrong\n", wrong);
}

void try_points() {
  unsigned tables[2][kBits];
  for (int i = 0; i < kBits; ++i) {
    tables[0][i] = 1u << (kBits - 1 - i);
    tables[1][i] = i == 0 ? 1u << (kBits - 1) : tables[1][i - 1] ^ tables[1][i - 1] >> 1;
  }
  CHECK(cudaMemcpyToSymbol(directions, tables, sizeof tables));
  const unsigned n = 1024;
  Buffer<float> out(std::vector<float>(2 * n));
  points<<<3, dim3(64, 2)>>>(out.data, n);
  std::vector<float> got = out.read();
  int cells[16][16] = {}, worst = 0;
  for (unsigned i = 0; i < n; ++i) ++cells[int(got[i] * 16)][int(got[n + i] * 16)];
  for (auto &row : cells)
    for (int count : row) worst = std::max(worst, std::abs(count - 4));
  std::printf("points: %g %g %g, off by %d at most\n", got[1], got[2], got[3], worst);
}

void try_solver() {
  const int n = 1000, most = 40;
  Buffer<float> x(std::vector<float>(4 * n));
  Buffer<double> dots(std::vector<double>(1 + 2 * most));
  Buffer<int> turns(std::vector<int>(1));
  System system{n, x.data, x.data + n, x.data + 2 * n, x.data + 3 * n, dots.data};
  int limit = most;
  void *arguments[] = {&system, &limit, &turns.data};
  CHECK(cudaLaunchCooperativeKernel((void *)solve, dim3(5), dim3(96), arguments));
  CHECK(cudaDeviceSynchronize());
  std::vector<float> got = x.read();
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    double left = 4 * got[i] - (i ? got[i - 1] : 0) - (i + 1 < n ? got[i + 1] : 0);
    worst = std::max(worst, std::abs(left - 1));
  }
  std::printf("conjugate gradients: %s\n", turns.read()[0] < most && worst < 1e-4 ? "solved" : "not solved");
}

void try_parity_and_table() {
  std::vector<int> values(2048);
  int want[3] = {};
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = int(i * 37 % 101);
    want[values[i] & 1 ? 0 : 1] += values[i];
    want[2] += values[i] & 1;
  }
  Buffer<int> in(values), out(std::vector<int>(4));
  sums_by_parity<<<4, 128>>>(in.data, int(values.size()), out.data);
  Table table;
  for (int i = 0; i < 900; ++i) table.values[i] = i;
  sum_of_table<<<1, 32>>>(table, out.data + 3);
  std::vector<int> got = out.read();
  std::printf("parity: %d %d %d, table: %d\n", got[0] == want[0], got[1] == want[1], got[2] == want[2], got[3]);
}

void try_streams() {
  constexpr int kStreams = 4;
  cudaStream_t streams[kStreams], last;
  cudaEvent_t done[kStreams];
  clock_t *passed, host[kStreams];
  CHECK(cudaMalloc(&passed, sizeof host));
  CHECK(cudaStreamCreate(&last));
  for (int i = 0; i < kStreams; ++i) {
    CHECK(cudaStreamCreate(&streams[i]));
    CHECK(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming));
    pass_time<<<1, 1, 0, streams[i]>>>(passed + i, 3000 + i);
    CHECK(cudaEventRecord(done[i], streams[i]));
    CHECK(cudaStreamWaitEvent(last, done[i], 0));
  }
  CHECK(cudaMemcpyAsync(host, passed, sizeof host, cudaMemcpyDeviceToHost, last));
  CHECK(cudaStreamSynchronize(last));
  int enough = 0;
  for (int i = 0; i < kStreams; ++i) {
    enough += host[i] >= 3000 + i;
    CHECK(cudaStreamDestroy(streams[i]));
    CHECK(cudaEventDestroy(done[i]));
  }
  CHECK(cudaStreamDestroy(last));
  CHECK(cudaFree(passed));
  std::printf("streams: %d of %d waited long enough\n", enough, kStreams);
}

void try_jobs() {
  Job jobs[4] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    jobs[i].id = i;
    threads.emplace_back(start, &jobs[i]);
  }
  for (std::thread &thread : threads) thread.join();
  std::unique_lock<std::mutex> lock(door);
  bell.wait(lock, [] { return finished == 4; });
  int good = 0;
  for (Job &job : jobs) {
    good += job.good;
    CHECK(cudaStreamDestroy(job.stream));
    CHECK(cudaFree(job.device));
    CHECK(cudaFreeHost(job.host));
  }
  std::printf("jobs: %d of 4 good\n", good);
}

int main() {
  try_walsh<6>();
  try_walsh<9>();
  try_haar();
  try_points();
  try_solver();
  try_parity_and_table();
  try_streams();
  try_jobs();
}
