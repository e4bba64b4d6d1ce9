// simulator only: CUDA 13.0 has no <cuda/std/algorithm>
// What libcu++ has for kernels, and the host's library only for the host: optional, variant, arrays
// that are filled, algorithms, clocks, tuples that are joined, functions that are invoked.
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/chrono>
#include <cuda/std/functional>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/tuple>
#include <cuda/std/variant>

#include <cstdio>

namespace cs = cuda::std;

__host__ __device__ cs::optional<int> half_of(int x) {
  if (x % 2 != 0)
    return cs::nullopt;
  return x / 2;
}
__global__ void optionals() {
  auto a = half_of(7), b = half_of(8);
  printf("%d %d %d %d\n", a.has_value(), a.value_or(-1), b.value_or(-1), *b);
  a = 5;
  b.reset();
  a.swap(b);
  printf("%d %d %d\n", a == cs::nullopt, b == 5, b.transform([](int x) { return 2 * x; }).value());
  a.emplace(9);
  a = cs::nullopt;
  printf("%d\n", half_of(12).and_then(half_of).value_or(0));
}

struct Circle {
  float r;
};
struct Square {
  float side;
};
struct Area {
  __device__ float operator()(const Circle& c) const { return 3 * c.r * c.r; }
  __device__ float operator()(const Square& s) const { return s.side * s.side; }
};
__global__ void variants() {
  cs::variant<Circle, Square> shape = Square{3};
  printf("%g %d\n", cs::visit(Area(), shape), static_cast<int>(shape.index()));
  shape = Circle{2};
  printf("%g %d %d\n", cs::visit(Area(), shape), cs::holds_alternative<Circle>(shape),
         cs::get_if<Square>(&shape) == nullptr);
  cs::variant<int, float> a = 2, b = 1.5f;
  printf("%g\n", static_cast<double>(cs::visit([](auto x, auto y) { return x * y; }, a, b)));
  a = b;
  a.emplace<int>(4);
  printf("%d %d %d\n", cs::get<int>(a), cs::get<0>(a), a == b);
}

__global__ void arrays() {
  cs::array<int, 20> a;
  cs::iota(a.begin(), a.end(), 1);
  cs::reverse(a.begin(), a.end());
  cs::sort(a.begin(), a.end(), [](int x, int y) { return x % 5 != y % 5 ? x % 5 < y % 5 : x < y; });
  for (int x : a)
    printf("%d ", x);
  cs::array<int, 3> three{3, 1, 2}, other = three;
  other.fill(7);
  three.swap(other);
  printf("\n%d %d %d %d\n", three == other, other < three, three.back(), cs::get<1>(other));
  cs::partial_sort(a.begin(), a.begin() + 3, a.end(), cs::greater<int>());
  printf("%d %d %d\n", a[0], a[1], a[2]);
}

__global__ void numbers() {
  int v[] = {4, 1, 3, 1, 5}, w[5];
  printf("%d %d %d\n", cs::accumulate(v, v + 5, 0), cs::inner_product(v, v + 5, v, 0),
         static_cast<int>(cs::count(v, v + 5, 1)));
  cs::exclusive_scan(v, v + 5, w, 100);
  printf("%d %d\n", w[0], w[4]);
  cs::rotate(v, v + 2, v + 5);
  printf("%d %d, %d\n", v[0], v[4], static_cast<int>(cs::find(v, v + 5, 5) - v));
  cs::sort(v, v + 5);
  printf("%d %d %d\n", static_cast<int>(cs::upper_bound(v, v + 5, 1) - v),
         cs::binary_search(v, v + 5, 2), static_cast<int>(cs::unique(v, v + 5) - v));
  printf("%d %d %d %d\n", cs::min(3, 4), cs::clamp(9, 1, 5), cs::gcd(12, 18), cs::midpoint(2, 8));
  auto t = cs::tuple_cat(cs::make_tuple(1, 2.5f), cs::make_tuple('c'), cs::make_tuple(4));
  printf("%d %g %c %d\n", cs::get<0>(t), static_cast<double>(cs::get<1>(t)), cs::get<2>(t),
         cs::get<3>(t));
  Circle circle{6};
  int counter = 0;
  auto count = cs::ref(counter);
  count.get() += 2;
  printf("%d %g %d\n", cs::invoke([](int x) { return x + 1; }, 4),
         static_cast<double>(cs::invoke(&Circle::r, circle)), counter);
}

__global__ void clocks() {
  using namespace cuda::std::chrono;
  const auto begin = high_resolution_clock::now();
  const auto taken = duration_cast<nanoseconds>(high_resolution_clock::now() - begin);
  printf("%d %d\n", taken.count() >= 0, static_cast<int>(microseconds(milliseconds(5)).count()));
}

int main() {
  optionals<<<1, 1>>>();
  variants<<<1, 1>>>();
  arrays<<<1, 1>>>();
  numbers<<<1, 1>>>();
  clocks<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("on the host: %d\n", half_of(10).value());
}
