// The less common algorithms in a kernel, where one thread does all of the work.
#include <cstdio>
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/inner_product.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/swap.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>

struct Even {
  __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Twice {
  __device__ int operator()(int x) const { return 2 * x; }
};

__device__ void show(const char* what, const int* v, const int* end) {
  printf("%s:", what);
  for (; v != end; ++v)
    printf(" %d", *v);
  printf("\n");
}

__global__ void sets() {
  int a[] = {1, 3, 3, 7}, b[] = {2, 3, 8}, out[8];
  show("merged", out, thrust::merge(thrust::seq, a, a + 4, b, b + 3, out));
  show("union", out, thrust::set_union(thrust::seq, a, a + 4, b, b + 3, out));
  show("both", out, thrust::set_intersection(thrust::seq, a, a + 4, b, b + 3, out));
  show("only first", out, thrust::set_difference(thrust::seq, a, a + 4, b, b + 3, out));
  show("either", out, thrust::set_symmetric_difference(thrust::seq, a, a + 4, b, b + 3, out));
  auto three = thrust::equal_range(thrust::seq, a, a + 4, 3);
  printf("threes %d, eight there %d\n", static_cast<int>(three.second - three.first),
         thrust::binary_search(thrust::seq, a, a + 4, 8));
}

__global__ void changes() {
  int v[] = {4, 4, 1, 6, 3, 3, 3}, out[7], keys[7] = {}, one[] = {1, 1, 1, 1, 1, 1, 1};
  auto ends = thrust::reduce_by_key(thrust::seq, v, v + 7, one, keys, out);
  show("runs", keys, ends.first);
  show("lengths", out, ends.second);
  thrust::exclusive_scan_by_key(thrust::seq, v, v + 7, one, out);
  show("numbers in runs", out, out + 7);
  thrust::inclusive_scan_by_key(thrust::seq, v, v + 7, v, out);
  show("sums in runs", out, out + 7);
  show("sums of twice", out,
       thrust::transform_inclusive_scan(thrust::seq, v, v + 7, out, Twice(), thrust::plus<int>()));
  show("once each", out, thrust::unique_copy(thrust::seq, v, v + 7, out));
  show("odd", out, thrust::remove_copy_if(thrust::seq, v, v + 7, out, Even()));
  show("backwards", out, thrust::reverse_copy(thrust::seq, v, v + 7, out));
  thrust::replace_if(thrust::seq, out, out + 7, Even(), 0);
  thrust::swap_ranges(thrust::seq, out, out + 7, keys);
  show("replaced", keys, keys + 7);
  thrust::adjacent_difference(thrust::seq, v, v + 7, out);
  show("differences", out, out + 7);
  const int* middle = thrust::stable_partition(thrust::seq, v, v + 7, Even());
  show("even", v, middle);
  show("then odd", middle, v + 7);
  auto best = thrust::minmax_element(thrust::seq, v, v + 7);
  printf("%d to %d, %d, parted %d\n", *best.first, *best.second,
         thrust::inner_product(thrust::seq, v, v + 7, one, 0, thrust::maximum<int>(),
                               thrust::plus<int>()),
         thrust::is_partitioned(thrust::seq, v, v + 7, Even()));
}

int main() {
  sets<<<1, 1>>>();
  changes<<<1, 1>>>();
  cudaDeviceSynchronize();
}
