// Functors as tutorials write them, with an operator() that is not const, in every algorithm that takes one; on the device and on the host.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/scan.h>
#include <thrust/unique.h>
#include <thrust/remove.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/find.h>
#include <thrust/logical.h>
#include <thrust/partition.h>
#include <thrust/merge.h>
#include <thrust/set_operations.h>
#include <thrust/extrema.h>
#include <thrust/binary_search.h>
#include <thrust/inner_product.h>
#include <thrust/adjacent_difference.h>
#include <thrust/replace.h>
#include <thrust/generate.h>
#include <thrust/tabulate.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/execution_policy.h>
#include <cstdio>
// as the tutorials write functors: without const
struct even { __host__ __device__ bool operator()(const int x) { return x % 2 == 0; } };
struct add { __host__ __device__ int operator()(int a, int b) { return a + b; } };
struct less_ { __host__ __device__ bool operator()(int a, int b) { return a < b; } };
struct same { __host__ __device__ bool operator()(int a, int b) { return a == b; } };
struct twice { __host__ __device__ int operator()(int a) { return 2 * a; } };
template <class V> void run(const char* name) {
  V v(20), w(20), o(40), k(20); for (int i = 0; i < 20; i++) { v[i] = (i * 7) % 10; w[i] = i; k[i] = i / 4; }
  long r = 0;
  auto fold = [&](long x) { r = (r * 31 + x) % 1000003; };
  fold(thrust::reduce(v.begin(), v.end(), 1, add())); fold(thrust::transform_reduce(v.begin(), v.end(), twice(), 0, add()));
  fold(thrust::count_if(v.begin(), v.end(), even())); fold(thrust::find_if(v.begin(), v.end(), even()) - v.begin()); fold(thrust::find_if_not(v.begin(), v.end(), even()) - v.begin());
  fold(thrust::all_of(v.begin(), v.end(), even())); fold(thrust::any_of(v.begin(), v.end(), even())); fold(thrust::none_of(v.begin(), v.end(), even()));
  fold(thrust::copy_if(v.begin(), v.end(), o.begin(), even()) - o.begin()); fold(o[2]); fold(thrust::copy_if(w.begin(), w.end(), v.begin(), o.begin(), even()) - o.begin());
  fold(thrust::remove_copy_if(v.begin(), v.end(), o.begin(), even()) - o.begin());
  fold(thrust::inner_product(v.begin(), v.end(), w.begin(), 0, add(), add()));
  thrust::inclusive_scan(v.begin(), v.end(), o.begin(), add()); fold(o[19]); thrust::exclusive_scan(v.begin(), v.end(), o.begin(), 5, add()); fold(o[19]);
  thrust::transform_inclusive_scan(v.begin(), v.end(), o.begin(), twice(), add()); fold(o[19]); thrust::inclusive_scan_by_key(k.begin(), k.end(), v.begin(), o.begin(), same(), add()); fold(o[19]);
  thrust::adjacent_difference(v.begin(), v.end(), o.begin(), add()); fold(o[7]); thrust::transform(v.begin(), v.end(), w.begin(), o.begin(), add()); fold(o[5]); thrust::transform_if(v.begin(), v.end(), o.begin(), twice(), even()); fold(o[5]);
  fold(thrust::max_element(v.begin(), v.end(), less_()) - v.begin()); fold(thrust::min_element(v.begin(), v.end(), less_()) - v.begin()); fold(thrust::reduce(thrust::make_transform_iterator(v.begin(), twice()), thrust::make_transform_iterator(v.end(), twice()), 0, add()));
  { auto e = thrust::reduce_by_key(k.begin(), k.end(), v.begin(), o.begin(), o.begin() + 20, same(), add()); fold(e.first - o.begin()); fold(o[21]); }
  V p = v; fold(thrust::partition(p.begin(), p.end(), even()) - p.begin()); p = v; fold(thrust::stable_partition(p.begin(), p.end(), even()) - p.begin()); 
  thrust::sort(p.begin(), p.end(), less_()); fold(p[3]); fold(thrust::is_sorted(p.begin(), p.end(), less_())); fold(thrust::lower_bound(p.begin(), p.end(), 4, less_()) - p.begin()); fold(thrust::binary_search(p.begin(), p.end(), 4, less_()));
  thrust::merge(p.begin(), p.end(), w.begin(), w.end(), o.begin(), less_()); fold(o[11]); fold(thrust::set_intersection(p.begin(), p.end(), w.begin(), w.end(), o.begin(), less_()) - o.begin()); fold(thrust::set_union(p.begin(), p.end(), w.begin(), w.end(), o.begin(), less_()) - o.begin());
  fold(thrust::unique(p.begin(), p.end(), same()) - p.begin()); p = v; thrust::stable_sort_by_key(p.begin(), p.end(), w.begin(), less_()); fold(w[3]); thrust::replace_if(p.begin(), p.end(), even(), 9); fold(p[0]); fold(thrust::remove_if(p.begin(), p.end(), even()) - p.begin()); fold(thrust::equal(p.begin(), p.end(), v.begin(), same()));
  fold(thrust::unique_by_key(k.begin(), k.end(), w.begin(), same()).first - k.begin()); thrust::tabulate(o.begin(), o.end(), twice()); fold(o[9]); thrust::for_each(o.begin(), o.end(), twice());
  std::printf("%s %ld\n", name, r);
}
int main() { run<thrust::device_vector<int>>("device"); run<thrust::host_vector<int>>("host"); }
