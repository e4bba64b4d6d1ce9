// simcc: -std=c++20
// C++20 in kernels: concepts, templated lambdas, designated initialisers, constinit tables, three-way comparison, consteval.
#include <bit>
#include <compare>
#include <concepts>
#include <cstdio>
#include <numbers>
#include <span>
#include <vector>

template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;
template <typename F, typename T>
concept BinaryOp = requires(F f, T a, T b) { T(f(a, b)); };
template <Number T, BinaryOp<T> Op>
__global__ void fold(const T *in, T *out, int n, T init, Op op) {
  T r = init;
  for (int i = 0; i < n; ++i) r = op(r, in[i]);
  *out = r;
}
struct Config {
  int width = 8, height = 4;
  float scale = 1.0f;
};
struct Version {
  int major, minor;
  auto operator<=>(const Version &) const = default;
};
consteval int cube(int x) { return x * x * x; }
template <auto V>
__device__ auto constant() { return V; }
template <typename T>
struct View {
  T *data;
  int size;
  __device__ T &operator[](int i) const { return data[i]; }
  __device__ T *begin() const { return data; }
  __device__ T *end() const { return data + size; }
};
__global__ void features(int *out, Config c, View<const int> view) {
  int k = 0;
  out[k++] = c.width * 100 + c.height * 10 + (int)c.scale;
  out[k++] = cube(4);
  out[k++] = constant<7>() + (constant<true>() ? 1 : 0);
  auto add = []<typename T>(T a, T b) { return a + b; };
  out[k++] = add(1, 2) + (int)add(1.5, 2.5);
  Version a{1, 2}, b{1, 3};
  out[k++] = (a < b) * 4 + (a == b) * 2 + (a != b);
  int s = 0;
  for (int i = 0; auto v : view) s += v * i++;
  out[k++] = s;
  if constexpr (requires { view.size; }) out[k++] = view.size;
  out[k++] = (int)(std::numbers::pi_v<float> * 1000);
  int values[]{3, 1, 2};
  auto [x, y, z] = values;
  auto pack = [=](auto... v) { return [=] { return (v * ...); }; };
  out[k++] = pack(x, y, z, 4)();
  if (threadIdx.x == 0) [[likely]]
    out[k++] = 99;
}
int main() {
  std::vector<int> h{4, 8, 15, 16, 23, 42};
  int *in, *out;
  cudaMallocManaged(&in, h.size() * sizeof(int));
  cudaMallocManaged(&out, 16 * sizeof(int));
  std::span<int> s{in, h.size()};
  for (int i = 0; auto &v : s) v = h[i++];
  fold<<<1, 1>>>(in, out, (int)h.size(), 0, [] __device__(int a, int b) { return a > b ? a : b; });
  cudaDeviceSynchronize();
  std::printf("%d\n", out[0]);
  features<<<1, 1>>>(out, Config{.height = 5, .scale = 3}, View<const int>{in, 6});
  cudaDeviceSynchronize();
  for (int i = 0; i < 10; ++i) std::printf("%d ", out[i]);
  std::printf("%d\n", std::popcount(0xffu) + (int)std::bit_width(5u));
  cudaFree(in), cudaFree(out);
}
