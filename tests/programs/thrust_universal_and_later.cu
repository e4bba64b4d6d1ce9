// simulator only: Thrust 3, of CUDA 13, has no thrust/async
// Vectors that both sides reach, algorithms whose result is asked for later, and the random
// engines, whose 10000th numbers are those that the C++ standard and Thrust's documentation name.
#include <cstdio>
#include <thrust/async/copy.h>
#include <thrust/async/for_each.h>
#include <thrust/async/reduce.h>
#include <thrust/async/scan.h>
#include <thrust/async/sort.h>
#include <thrust/async/transform.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/random.h>
#include <thrust/sort.h>
#include <thrust/universal_vector.h>

__global__ void add(int* data, int n, int summand) {
  if (threadIdx.x < n)
    data[threadIdx.x] += summand;
}

template <class Engine>
static void ten_thousandth(const char* name) {
  Engine engine, other;
  engine.discard(9999);
  printf("%s: %llu %d\n", name, static_cast<unsigned long long>(engine()), engine == other);
}

struct Point {
  int x, y;
};

int main() {
  thrust::universal_vector<int> v(8);
  for (int i = 0; i < 8; ++i)
    v[i] = 8 - i;
  thrust::sort(v.begin(), v.end());
  add<<<1, 32>>>(thrust::raw_pointer_cast(v.data()), 8, 100);
  cudaDeviceSynchronize();
  int* plain = thrust::raw_pointer_cast(v.data());
  printf("%d %d %d\n", v[0], v.back(), plain[1]);  // no copy, no cast
  for (int& x : v)
    x -= 100;
  thrust::universal_vector<Point> points(2, Point{1, 2});
  points[1].x = 7;
  printf("%d %d\n", points.front().x, points[1].x);
  thrust::device_vector<int> d = v;
  thrust::host_vector<int> h = v;
  printf("%d %d %d\n", v == h, d == v, static_cast<int>(v.end() - v.begin()));

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  {  // a future looks at its stream when it ends
    auto sum =
        thrust::async::reduce(thrust::device.on(stream), d.begin(), d.end(), 0, thrust::plus<int>());
    printf("sum %d\n", sum.get());
    auto copied = thrust::async::copy(h.begin(), h.end(), d.begin());
    auto sorted =
        thrust::async::sort(thrust::device.after(copied), d.begin(), d.end(), thrust::greater<int>());
    auto changed = thrust::async::transform(thrust::device.after(sorted), d.begin(), d.end(),
                                            d.begin(), thrust::negate<int>());
    changed.wait();  // Thrust 1.17 scans in the default stream, whatever it is to come after
    auto scanned = thrust::async::inclusive_scan(thrust::device, d.begin(), d.end(), d.begin());
    thrust::when_all(scanned).wait();
    printf("%d %d\n", static_cast<int>(d[0]), static_cast<int>(d[7]));
  }
  cudaStreamDestroy(stream);

  ten_thousandth<thrust::minstd_rand0>("minstd_rand0");
  ten_thousandth<thrust::minstd_rand>("minstd_rand");
  ten_thousandth<thrust::ranlux24_base>("ranlux24_base");
  ten_thousandth<thrust::ranlux48_base>("ranlux48_base");
  ten_thousandth<thrust::ranlux24>("ranlux24");
  ten_thousandth<thrust::ranlux48>("ranlux48");
  ten_thousandth<thrust::taus88>("taus88");
  thrust::uniform_int_distribution<int> die(1, 6);
  thrust::taus88 engine(5);
  int seen = 0;
  for (int i = 0; i < 200; ++i)
    seen |= 1 << die(engine);
  printf("faces %x, from %d to %d\n", seen, die.min(), die.max());
}
