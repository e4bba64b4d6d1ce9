// Smaller parts of CUB: scans by key with an operator, copies that are sorted,
// selections by what a flag is, functions of a thread, items that are scattered with guards, what
// the device is.
#include <cstdio>
#include <initializer_list>
#include <cub/cub.cuh>
#include <cub/thread/thread_scan.cuh>
#include <cub/util_math.cuh>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

template <class T>
static void show(const char* what, const thrust::device_vector<T>& v, int count = 99) {
  printf("%s:", what);
  for (T x : thrust::host_vector<T>(v)) {
    if (count-- > 0)
      printf(" %g", static_cast<double>(x));
  }
  printf("\n");
}
template <class T>
static T* at(thrust::device_vector<T>& v) {
  return thrust::raw_pointer_cast(v.data());
}
// Asks for the memory, and calls again with it.
template <class Call>
static void run(Call call) {
  size_t bytes = 0;
  call(nullptr, bytes);
  thrust::device_vector<char> memory(bytes);
  call(at(memory), bytes);
  cudaDeviceSynchronize();
}

// What vectors are made of in later versions alone
template <class T>
static thrust::device_vector<T> of(std::initializer_list<T> list) {
  return thrust::device_vector<T>(list.begin(), list.end());
}

struct Plus {
  __host__ __device__ int operator()(int a, int b) const { return a + b; }
};
struct Larger {
  __host__ __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};
struct More {
  __device__ bool operator()(int a, int b) const { return a > b; }
};
__global__ void of_a_thread() {
  int items[] = {3, 1, 4, 1}, out[4];
  const int all = cub::internal::ThreadScanInclusive(items, out, Plus());
  printf("%d %d %d %d, %d\n", out[0], out[1], out[2], out[3], all);
  cub::internal::ThreadScanExclusive(items, items, Plus(), 10);
  printf("%d %d %d %d, bits %x\n", items[0], items[1], items[2], items[3], cub::BFE(0xabcdu, 4, 8));
}

__global__ void scattered(int* out) {
  using Exchange = cub::BlockExchange<int, 64, 2>;
  __shared__ typename Exchange::TempStorage memory;
  int items[2], ranks[2];
  for (int i = 0; i < 2; ++i) {
    const int number = threadIdx.x * 2 + i;
    items[i] = number;
    ranks[i] = number % 3 == 0 ? number / 3 : -1;
  }
  Exchange(memory).ScatterToStripedGuarded(items, ranks);
  cub::StoreDirectStriped<64>(threadIdx.x, out, items, 43);  // 0, 3, ... 126
}

int main() {
  thrust::device_vector<int> keys = of<int>({1, 1, 2, 2, 2, 3}), values = of<int>({4, 9, 2, 1, 7, 5}), out(6), keys_out(6);
  run([&](void* memory, size_t& bytes) {
    cub::DeviceScan::InclusiveScanByKey(memory, bytes, at(keys), at(values), at(out), Larger(), 6);
  });
  show("largest so far", out);
  run([&](void* memory, size_t& bytes) {
    cub::DeviceScan::ExclusiveScanByKey(memory, bytes, at(keys), at(values), at(out), Larger(), 3,
                                        6);
  });
  show("largest before, 3 at least", out);
  run([&](void* memory, size_t& bytes) {
    cub::DeviceMergeSort::SortKeysCopy(memory, bytes, at(values), at(out), 6, More());
  });
  show("downwards", out);
  run([&](void* memory, size_t& bytes) {
    cub::DeviceMergeSort::SortPairsCopy(memory, bytes, at(values), at(keys), at(keys_out), at(out),
                                        6, More());
  });
  show("their keys", out);
  of_a_thread<<<1, 1>>>();
  thrust::device_vector<int> thirds(43);
  scattered<<<1, 64>>>(at(thirds));
  cudaDeviceSynchronize();
  printf("%d %d %d\n", static_cast<int>(thirds[0]), static_cast<int>(thirds[1]),
         static_cast<int>(thirds[42]));
  int version = 0, blocks = 0;
  cub::SmVersion(version);
  cub::MaxSmOccupancy(blocks, of_a_thread, 128);
  printf("%d %d, %d %d\n", version >= 700, blocks > 0, cub::Log2<100>::VALUE,
         cub::PowerOfTwo<64>::VALUE);
}
