// Thrust beside kernels: vectors, sorts, sums, scans, selections, fancy iterators and functors, on device and host.
#include <cmath>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#include <vector>

struct Scaled {
  float factor;
  __host__ __device__ float operator()(float x, float y) const { return factor * x + y; }
};
struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct Body {
  int id;
  float mass;
};
struct Lighter {
  __host__ __device__ bool operator()(const Body &a, const Body &b) const { return a.mass < b.mass; }
};
struct Dart {
  __host__ __device__ int operator()(int i) const {
    thrust::default_random_engine engine(i + 1);
    engine.discard(5);
    thrust::uniform_real_distribution<float> fraction(0.0f, 1.0f);
    int inside = 0;
    for (int k = 0; k < 20; ++k) {
      const float x = fraction(engine), y = fraction(engine);
      inside += x * x + y * y <= 1.0f ? 1 : 0;
    }
    return inside;
  }
};
__global__ void double_first(int *data, int n) {
  if (threadIdx.x < n) data[threadIdx.x] *= 2;
}

int main() {
  const int n = 1000;
  thrust::host_vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i * 7919 % n;
  thrust::device_vector<int> numbers = host;
  thrust::sort(numbers.begin(), numbers.end());
  thrust::copy(numbers.begin(), numbers.end(), host.begin());
  printf("sorted %d %d %d\n", host[0], host[500], host[999]);
  thrust::sort(numbers.begin(), numbers.end(), thrust::greater<int>());
  std::cout << "largest " << numbers[0] << ", sum " << thrust::reduce(numbers.begin(), numbers.end()) << ", most "
            << thrust::reduce(numbers.begin(), numbers.end(), -1, thrust::maximum<int>()) << "\n";
  double_first<<<1, 32>>>(thrust::raw_pointer_cast(numbers.data()), 4);
  printf("after a kernel %d\n", (int)numbers[0]);
  printf("odd %d, threes %d\n", (int)thrust::count_if(numbers.begin(), numbers.end(), IsOdd()),
         (int)thrust::count(numbers.begin(), numbers.end(), 3));
  printf("least at %d\n", (int)(thrust::min_element(numbers.begin(), numbers.end()) - numbers.begin()));

  thrust::device_vector<float> x(10), y(10, 2.0f);
  thrust::sequence(x.begin(), x.end());
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Scaled{3.0f});
  thrust::copy(y.begin(), y.end(), std::ostream_iterator<float>(std::cout, " "));
  std::cout << "\n";
  printf("dot %g, norm %.4f\n", thrust::inner_product(x.begin(), x.end(), y.begin(), 0.0f),
         std::sqrt(thrust::transform_reduce(x.begin(), x.end(), thrust::square<float>(), 0.0f, thrust::plus<float>())));
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end())),
                   [] __device__(thrust::tuple<float &, float &> t) { thrust::get<1>(t) = 2 * thrust::get<0>(t); });
  printf("zipped %g\n", (float)y[9]);

  thrust::device_vector<int> ones(5000, 1);
  thrust::inclusive_scan(ones.begin(), ones.end(), ones.begin());
  printf("running %d %d %d\n", (int)ones[0], (int)ones[64], (int)ones[4999]);
  thrust::exclusive_scan(ones.begin(), ones.end(), ones.begin(), 10);
  printf("before %d %d %d\n", (int)ones[0], (int)ones[2], (int)ones[4999]);

  std::vector<int> k = {3, 1, 2, 1, 3, 2}, v = {10, 20, 30, 40, 50, 60};
  thrust::device_vector<int> keys(k), values(v), heads(6), sums(6);
  thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin());
  for (int i = 0; i < 6; ++i) printf("%d:%d ", (int)keys[i], (int)values[i]);
  auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), heads.begin(), sums.begin());
  printf("-> %d groups, first %d\n", (int)(ends.first - heads.begin()), (int)sums[0]);
  keys.erase(thrust::unique(keys.begin(), keys.end()), keys.end());
  printf("different keys %d\n", (int)keys.size());
  thrust::device_vector<int> kept(n);
  auto kept_end = thrust::copy_if(numbers.begin(), numbers.end(), kept.begin(), IsOdd());
  auto rest = thrust::remove_if(numbers.begin(), numbers.end(), IsOdd());
  printf("kept %d from %d, left %d\n", (int)(kept_end - kept.begin()), (int)kept[0], (int)(rest - numbers.begin()));

  std::vector<Body> bodies(100);
  for (int i = 0; i < 100; ++i) bodies[i] = {i, static_cast<float>(i * 37 % 100)};
  thrust::device_vector<Body> sky(bodies.begin(), bodies.end());
  thrust::sort(sky.begin(), sky.end(), Lighter());
  const Body first = sky[0], last = sky[99];
  printf("lightest %d, heaviest %d\n", first.id, last.id);

  int *raw;
  cudaMalloc(&raw, 10 * sizeof(int));
  thrust::device_ptr<int> wrapped = thrust::device_pointer_cast(raw);
  thrust::fill(wrapped, wrapped + 10, 4);
  wrapped[3] = 9;
  printf("wrapped %d\n", thrust::reduce(thrust::device, raw, raw + 10));
  cudaFree(raw);
  const int darts = 2000;
  const int inside = thrust::transform_reduce(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(darts), Dart(), 0,
                                              thrust::plus<int>());
  printf("pi is %s\n", std::fabs(4.0 * inside / (20.0 * darts) - 3.14159) < 0.05 ? "near" : "far");
  thrust::device_vector<int> source(v), where(std::vector<int>{5, 0});
  printf("picked %d\n", thrust::reduce(thrust::make_permutation_iterator(source.begin(), where.begin()),
                                       thrust::make_permutation_iterator(source.begin(), where.end())));
  int plain[6] = {1, 0, 2, 2, 1, 3};
  thrust::inclusive_scan(plain, plain + 6, plain);
  printf("on the host %d %d\n", plain[0], plain[5]);
}
