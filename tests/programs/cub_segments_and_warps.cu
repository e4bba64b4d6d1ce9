// CUB: segments of arrays are sorted, and warps load, exchange and store their items.
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

#define CHECK(call)                                                                                         \
  do {                                                                                                      \
    cudaError_t error_of_call = call;                                                                       \
    if (error_of_call != cudaSuccess) printf("line %d: %s\n", __LINE__, cudaGetErrorString(error_of_call)); \
  } while (0)

template <class T>
T *to_device(const std::vector<T> &host) {
  T *device = nullptr;
  CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}
template <class T>
std::vector<T> to_host(const T *device, size_t n) {
  std::vector<T> host(n);
  CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}
template <class T>
long long digest(const std::vector<T> &values) {
  long long sum = 0;
  for (size_t i = 0; i < values.size(); i++) sum = (sum * 31 + (long long)(values[i] * 8)) % 1000000007;
  return sum;
}

/// Calls once for the size of the memory, once to run.
template <class Call>
void run(Call call) {
  size_t bytes = 0;
  CHECK(call(nullptr, bytes));
  void *memory = nullptr;
  CHECK(cudaMalloc(&memory, bytes));
  CHECK(call(memory, bytes));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(memory));
}

/// Segments that are empty, short, longer than a tile, with a gap between two of them.
void segments() {
  const std::vector<int> begins = {0, 0, 1, 40, 100, 3100}, ends = {0, 1, 40, 90, 3100, 4000};
  const int n = 4000, count = int(begins.size());
  std::vector<float> keys(n);
  std::vector<short> numbers(n);
  std::vector<int> values(n);
  unsigned random = 7;
  for (int i = 0; i < n; i++) {
    random = random * 1664525u + 1013904223u;
    keys[i] = float(int(random >> 12) % 2000 - 1000) / 8;
    numbers[i] = short(random >> 16);
    values[i] = i;
  }
  float *in = to_device(keys), *out = to_device(std::vector<float>(n, 5));
  short *shorts = to_device(numbers), *shorts_out = to_device(std::vector<short>(n, 5));
  int *values_in = to_device(values), *values_out = to_device(std::vector<int>(n, -1));
  int *first = to_device(begins), *last = to_device(ends);
  run([&](void *memory, size_t &bytes) {
    return cub::DeviceSegmentedRadixSort::SortKeys(memory, bytes, in, out, n, count, first, last);
  });
  auto sorted = to_host(out, n);
  printf("keys %g %g %g %g %g, %lld\n", sorted[1], sorted[39], sorted[95], sorted[100], sorted[3999], digest(sorted));
  run([&](void *memory, size_t &bytes) {
    return cub::DeviceSegmentedRadixSort::SortPairsDescending(memory, bytes, in, out, values_in, values_out, n, count, first, last);
  });
  printf("pairs down %lld %lld\n", digest(to_host(out, n)), digest(to_host(values_out, n)));
  run([&](void *memory, size_t &bytes) {
    return cub::DeviceSegmentedRadixSort::SortPairs(memory, bytes, shorts, shorts_out, values_in, values_out, n, count, first, last,
                                                    3, 10);
  });
  printf("some bits %lld\n", digest(to_host(values_out, n)));
  run([&](void *memory, size_t &bytes) {
    return cub::DeviceSegmentedSort::SortKeysDescending(memory, bytes, shorts, shorts_out, n, count, first, last);
  });
  printf("shorts down %lld\n", digest(to_host(shorts_out, n)));
  run([&](void *memory, size_t &bytes) {
    return cub::DeviceSegmentedSort::StableSortPairs(memory, bytes, in, out, values_in, values_out, n, count, first, last);
  });
  printf("stable pairs %lld %lld\n", digest(to_host(out, n)), digest(to_host(values_out, n)));

  // Segments side by side, by one array of offsets, between two buffers.
  std::vector<int> offsets;
  for (int at = 0; at <= n; at += 250) offsets.push_back(at);
  int *bounds = to_device(offsets);
  cub::DoubleBuffer<float> both(in, out);
  cub::DoubleBuffer<int> both_values(values_in, values_out);
  run([&](void *memory, size_t &bytes) {
    return cub::DeviceSegmentedSort::StableSortPairs(memory, bytes, both, both_values, n, int(offsets.size()) - 1, bounds, bounds + 1);
  });
  printf("buffers %lld %lld\n", digest(to_host(both.Current(), n)), digest(to_host(both_values.Current(), n)));
  for (void *pointer : {(void *)in, (void *)out, (void *)shorts, (void *)shorts_out, (void *)values_in, (void *)values_out,
                        (void *)first, (void *)last, (void *)bounds})
    CHECK(cudaFree(pointer));
}

/// Each warp, or part of one, reverses the order of its lanes' items on the way.
template <int LANES, cub::WarpLoadAlgorithm LOAD, cub::WarpStoreAlgorithm STORE>
__global__ void through_warps(const int *in, int *out, int valid) {
  constexpr int ITEMS = 4, PARTS = 128 / LANES;
  using Load = cub::WarpLoad<int, ITEMS, LOAD, LANES>;
  using Store = cub::WarpStore<int, ITEMS, STORE, LANES>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } temp[PARTS];
  const int part = threadIdx.x / LANES, begin = (blockIdx.x * PARTS + part) * LANES * ITEMS;
  int items[ITEMS];
  Load(temp[part].load).Load(in + begin, items, valid, -1);
  for (int i = 0; i < ITEMS; i++) items[i] = items[i] * 4 + i;
  __syncwarp();
  Store(temp[part].store).Store(out + begin, items, valid);
}

template <int LANES>
__global__ void exchanges(int *out) {
  constexpr int ITEMS = 3;
  using Exchange = cub::WarpExchange<int, ITEMS, LANES>;
  __shared__ typename Exchange::TempStorage temp[64 / LANES];
  const int part = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  int items[ITEMS], ranks[ITEMS];
  for (int i = 0; i < ITEMS; i++) {
    items[i] = int(threadIdx.x) * ITEMS + i;
    ranks[i] = LANES * ITEMS - 1 - (lane * ITEMS + i);
  }
  Exchange exchange(temp[part]);
  exchange.BlockedToStriped(items, items);
  for (int i = 0; i < ITEMS; i++) out[threadIdx.x * ITEMS + i] = items[i];
  __syncwarp();
  exchange.StripedToBlocked(items, items);
  for (int i = 0; i < ITEMS; i++) out[192 + threadIdx.x * ITEMS + i] = items[i];
  __syncwarp();
  exchange.ScatterToStriped(items, ranks);
  for (int i = 0; i < ITEMS; i++) out[384 + threadIdx.x * ITEMS + i] = items[i];
}

int main() {
  segments();
  const int n = 2048;
  std::vector<int> data(n);
  for (int i = 0; i < n; i++) data[i] = i * 7 % 1009;
  int *in = to_device(data), *out = to_device(std::vector<int>(n, 0));
  through_warps<32, cub::WARP_LOAD_DIRECT, cub::WARP_STORE_DIRECT><<<4, 128>>>(in, out, 128);
  printf("direct %lld\n", digest(to_host(out, n)));
  through_warps<32, cub::WARP_LOAD_TRANSPOSE, cub::WARP_STORE_TRANSPOSE><<<4, 128>>>(in, out, 128);
  printf("transposed %lld\n", digest(to_host(out, n)));
  through_warps<16, cub::WARP_LOAD_TRANSPOSE, cub::WARP_STORE_STRIPED><<<4, 128>>>(in, out, 64);
  printf("halves %lld\n", digest(to_host(out, n)));
  CHECK(cudaMemset(out, 0, n * sizeof(int)));
  through_warps<32, cub::WARP_LOAD_STRIPED, cub::WARP_STORE_VECTORIZE><<<4, 128>>>(in, out, 128);
  printf("striped %lld\n", digest(to_host(out, n)));
  CHECK(cudaMemset(out, 0, n * sizeof(int)));
  through_warps<8, cub::WARP_LOAD_TRANSPOSE, cub::WARP_STORE_TRANSPOSE><<<4, 128>>>(in, out, 21);
  printf("some items %lld\n", digest(to_host(out, n)));
  exchanges<32><<<1, 64>>>(out);
  printf("exchange %lld\n", digest(to_host(out, 576)));
  exchanges<8><<<1, 64>>>(out);
  printf("exchange of eight %lld\n", digest(to_host(out, 576)));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
