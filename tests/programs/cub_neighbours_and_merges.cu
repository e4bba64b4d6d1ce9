// Parts of CUB that move items between neighbours, or sort by comparison: adjacent differences, shuffles of blocks, merge sorts of
// blocks and warps.
#include <algorithm>
#include <cstdio>
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>
#include <utility>
#include <vector>

struct ByTens {
  __host__ __device__ bool operator()(int a, int b) const { return a / 10 < b / 10; }
};
struct Descending {
  template <class T>
  __device__ bool operator()(const T &a, const T &b) const {
    return b < a;
  }
};
struct Minus {
  __device__ int operator()(int a, int b) const { return a - b; }
};
struct Plus {
  __device__ int operator()(int a, int b) const { return a + b; }
};

constexpr int kThreads = 64, kItems = 3, kAll = kThreads * kItems;

__global__ void differences(const int *in, int *out, int valid) {
  using Differences = cub::BlockAdjacentDifference<int, kThreads>;
  __shared__ typename Differences::TempStorage memory;
  int items[kItems], result[kItems];
  cub::LoadDirectBlocked(threadIdx.x, in, items);
  auto store = [&](int row) {
    cub::StoreDirectBlocked(threadIdx.x, out + row * kAll, result);
    __syncthreads();
  };
  Differences(memory).SubtractLeft(items, result, Minus());
  store(0);
  Differences(memory).SubtractLeft(items, result, Minus(), 1000);
  store(1);
  Differences(memory).SubtractLeftPartialTile(items, result, Minus(), valid);
  store(2);
  Differences(memory).SubtractRight(items, result, Minus());
  store(3);
  Differences(memory).SubtractRight(items, result, Minus(), 1000);
  store(4);
  Differences(memory).SubtractRightPartialTile(items, result, Minus(), valid);
  store(5);
  Differences(memory).SubtractLeft(items, items, Minus());  // in place
  for (int i = 0; i < kItems; ++i) result[i] = items[i];
  store(6);
}

__global__ void shuffles(int *out) {
  using Shuffle = cub::BlockShuffle<int, 8, 4, 2>;
  __shared__ typename Shuffle::TempStorage memory;
  const int thread = cub::RowMajorTid(8, 4, 2);
  int got[6] = {-1, -1, -1, -1, -1, -1}, items[2] = {2 * thread, 2 * thread + 1}, moved[2] = {-5, -5}, edge;
  Shuffle(memory).Offset(thread, got[0], 3);
  __syncthreads();
  Shuffle(memory).Offset(thread, got[1], -3);
  __syncthreads();
  Shuffle(memory).Rotate(thread, got[2], 10);  // CUB counts from threadIdx.x here, not from the place in the block
  __syncthreads();
  Shuffle(memory).Up(items, moved, edge);
  got[3] = moved[0] + 1000 * edge;
  __syncthreads();
  Shuffle(memory).Down(items, items, edge);  // in place
  got[4] = items[0];
  got[5] = items[1] + edge;
  for (int i = 0; i < 6; ++i) out[i * 64 + thread] = got[i];
}

__global__ void sort_pairs(int *keys, short *values, int valid) {
  using Sort = cub::BlockMergeSort<int, kThreads, kItems, short>;
  __shared__ typename Sort::TempStorage memory;
  int key[kItems];
  short value[kItems];
  cub::LoadDirectBlocked(threadIdx.x, keys, key);
  for (int i = 0; i < kItems; ++i) value[i] = threadIdx.x * kItems + i;
  if (valid == kAll) {
    Sort(memory).Sort(key, value, ByTens());
  } else {
    Sort(memory).StableSort(key, value, ByTens(), valid, 1 << 20);
  }
  cub::StoreDirectBlocked(threadIdx.x, keys, key);
  cub::StoreDirectBlocked(threadIdx.x, values, value);
}

__global__ void sort_doubles(double *data) {
  using Sort = cub::BlockMergeSort<double, 32, 5>;
  double item[5];
  cub::LoadDirectBlocked(threadIdx.x, data, item);
  Sort().Sort(item, Descending());
  cub::StoreDirectBlocked(threadIdx.x, data, item);
}

template <int kLanes>
__global__ void sort_in_warps(unsigned *data) {
  using Sort = cub::WarpMergeSort<unsigned, 2, kLanes>;
  __shared__ typename Sort::TempStorage memory[96 / kLanes];
  unsigned item[2];
  cub::LoadDirectBlocked(threadIdx.x, data, item);
  Sort(memory[threadIdx.x / kLanes]).Sort(item, Descending());
  __syncwarp();
  Sort(memory[threadIdx.x / kLanes]).Sort(item, Descending(), kLanes + 1, 0u);  // the half that is left
  cub::StoreDirectBlocked(threadIdx.x, data, item);
}

static unsigned sum_of(const int *p, int n) {
  unsigned hash = 7;
  for (int i = 0; i < n; ++i) hash = hash * 31 + (unsigned)p[i];
  return hash;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, kAll * sizeof(int));
  cudaMallocManaged(&out, 8 * kAll * sizeof(int));
  for (int i = 0; i < kAll; ++i) in[i] = i * i % 57;
  differences<<<1, kThreads>>>(in, out, 100);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < kAll; ++i) {
    const int left = i == 0 ? in[0] : in[i] - in[i - 1], right = i == kAll - 1 ? in[i] : in[i] - in[i + 1];
    wrong += out[i] != left || out[6 * kAll + i] != left || out[3 * kAll + i] != right;
    wrong += out[kAll + i] != (i == 0 ? in[0] - 1000 : left) || out[4 * kAll + i] != (i == kAll - 1 ? in[i] - 1000 : right);
    wrong += out[2 * kAll + i] != (i < 100 ? left : in[i]) || out[5 * kAll + i] != (i < 99 ? right : in[i]);
  }
  printf("differences: %d wrong\n", wrong);

  shuffles<<<1, dim3(8, 4, 2)>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 6; ++i) printf("shuffle %d: %d %d %d %d\n", i, out[i * 64], out[i * 64 + 2], out[i * 64 + 61], out[i * 64 + 63]);

  for (int valid : {kAll, 150}) {
    std::vector<std::pair<int, short>> expected;
    int *keys = out;
    short *values = (short *)(out + kAll);
    for (int i = 0; i < kAll; ++i) keys[i] = i * 37 % 191;
    for (int i = 0; i < valid; ++i) expected.push_back({keys[i], (short)i});
    std::stable_sort(expected.begin(), expected.end(), [](auto &a, auto &b) { return ByTens()(a.first, b.first); });
    sort_pairs<<<1, kThreads>>>(keys, values, valid);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int i = 0; i < valid; ++i) wrong += keys[i] != expected[i].first || values[i] != expected[i].second;
    printf("pairs of %d: %d wrong\n", valid, wrong);
  }

  double *numbers = (double *)out;
  for (int i = 0; i < 160; ++i) numbers[i] = i * 53 % 160 / 4.0;
  sort_doubles<<<1, 32>>>(numbers);
  cudaDeviceSynchronize();
  wrong = 0;
  for (int i = 0; i < 160; ++i) wrong += numbers[i] != (159 - i) / 4.0;
  printf("doubles: %d wrong\n", wrong);

  for (int i = 0; i < 192; ++i) out[i] = i * 89 % 193;
  sort_in_warps<32><<<1, 96>>>((unsigned *)out);
  cudaDeviceSynchronize();
  for (int i = 33; i < 192; i += i % 64 == 63 ? 34 : 1) out[i] = 0;  // what lies behind those that were sorted is CUB's own affair
  printf("warps: %d %d %d, %u\n", out[0], out[1], out[32], sum_of(out, 192));
  for (int i = 0; i < 192; ++i) out[i] = i * 89 % 193;
  sort_in_warps<8><<<1, 96>>>((unsigned *)out);
  cudaDeviceSynchronize();
  for (int i = 9; i < 192; i += i % 16 == 15 ? 10 : 1) out[i] = 0;
  printf("eighths: %d %d %d, %u\n", out[0], out[8], out[16], sum_of(out, 192));

  for (int i = 0; i < kAll; ++i) in[i] = i * i;
  size_t bytes = 0, more = 0;
  cub::DeviceAdjacentDifference::SubtractLeftCopy(nullptr, bytes, in, out, kAll);
  cub::DeviceAdjacentDifference::SubtractRight(nullptr, more, in, kAll);
  void *memory;
  cudaMalloc(&memory, std::max(bytes, more));
  cub::DeviceAdjacentDifference::SubtractLeftCopy(memory, bytes, in, out, kAll);
  cub::DeviceAdjacentDifference::SubtractRightCopy(memory, bytes, in, out + kAll, kAll, Descending());
  cub::DeviceAdjacentDifference::SubtractRight(memory, more, in, kAll);
  cudaDeviceSynchronize();
  printf("arrays: %d %d %d, %d %d, %d %d %d\n", out[0], out[1], out[191], out[kAll], out[2 * kAll - 1], in[0], in[100], in[191]);
  cub::DeviceAdjacentDifference::SubtractLeft(memory, more, in, kAll, Plus());
  cudaDeviceSynchronize();
  printf("in place: %d %d\n", in[1], in[191]);
  cudaFree(memory);
  cudaFree(in);
  cudaFree(out);
}
