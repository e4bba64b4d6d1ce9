// Scans by key whose result takes the place of the values, also of structs; expressions that
// assign; vectors of bool, which are bytes; pairs that become tuples.
#include <cstdio>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <vector>

struct Pair {
  int both[2];
  __host__ __device__ Pair() : both{0, 0} {}
  __host__ __device__ Pair(int a, int b) : both{a, b} {}
  __host__ __device__ Pair operator+(const Pair& other) const {
    return Pair(both[0] + other.both[0], both[1] + other.both[1]);
  }
};

int main() {
  const int n = 200;
  thrust::host_vector<int> keys(n), values(n, 1);
  thrust::host_vector<Pair> pairs(n);
  for (int i = 0; i < n; ++i)
    keys[i] = i / 7, pairs[i] = Pair(1, i);
  thrust::device_vector<int> k = keys, v = values;
  thrust::device_vector<Pair> p = pairs;
  thrust::exclusive_scan_by_key(k.begin(), k.end(), v.begin(), v.begin());
  thrust::inclusive_scan_by_key(k.begin(), k.end(), p.begin(), p.begin());
  int wrong = 0, sum = 0;
  for (int i = 0; i < n; ++i) {
    const Pair pair = p[i];
    sum = i % 7 == 0 ? i : sum + i;
    wrong += v[i] == i % 7 && pair.both[0] == i % 7 + 1 && pair.both[1] == sum ? 0 : 1;
  }
  printf("wrong: %d\n", wrong);

  using namespace thrust::placeholders;
  thrust::for_each(v.begin(), v.begin() + 3, _1 += 10);
  thrust::for_each(v.begin() + 1, v.begin() + 3, _1 *= 2);
  printf("%d %d %d %d\n", static_cast<int>(v[0]), static_cast<int>(v[1]), static_cast<int>(v[2]),
         static_cast<int>(v[3]));

  thrust::host_vector<bool> flags(5, true);
  bool* first = thrust::raw_pointer_cast(flags.data());
  first[1] = flags[3] = false;
  thrust::device_vector<bool> on_device(5);
  cudaMemcpy(thrust::raw_pointer_cast(on_device.data()), first, 5, cudaMemcpyHostToDevice);
  thrust::sort(on_device.begin(), on_device.end());
  const thrust::host_vector<bool> sorted = on_device;
  for (bool flag : sorted)
    printf("%d", flag);
  printf(" %d %d\n", sorted == on_device,
         thrust::host_vector<bool>(std::vector<bool>{true, false}).size() == 2);

  thrust::host_vector<int> last(4), letters(4);
  for (int i = 0; i < 4; ++i)
    last[i] = 3 - i / 2, letters[i] = 'd' - i;
  auto rows = thrust::make_zip_iterator(thrust::make_tuple(last.begin(), letters.begin()));
  thrust::sort(rows, rows + 4);
  for (int i = 0; i < 4; ++i)
    printf("%d%c ", last[i], letters[i]);
  printf("\n");

  thrust::tuple<int, float> t;
  t = thrust::make_pair(3, 0.5f);
  printf("%d %g\n", thrust::get<0>(t), static_cast<double>(thrust::get<1>(t)));
}
