// C++17 in kernels: constexpr functions and tables, if constexpr, fold expressions, structured bindings, std::array, std::tuple
// helpers by hand, enum classes, range for, std::numeric_limits and std::min in device code, inline variables, CTAD, deduced
// return types, user-defined literals, attributes, aggregate initialisation.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

constexpr int kThreads = 64;
inline constexpr float kGain = 1.5f;
static constexpr double tau = 6.283185307179586;
enum class Channel : std::uint8_t { red, green, blue };
enum { kRounds = 3 };

constexpr int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
constexpr std::uint32_t mix(std::uint32_t x) {
  for (int i = 0; i < 4; ++i) x = (x ^ (x >> 13)) * 0x5bd1e995u;
  return x;
}
template <std::size_t N>
struct Table {
  int values[N];
  constexpr Table() : values() {
    for (std::size_t i = 0; i < N; ++i) values[i] = static_cast<int>(i * i + 1);
  }
};
__constant__ constexpr Table<10> d_table{};
__device__ constexpr float d_gains[] = {1.0f, 2.0f, 4.0f};

constexpr unsigned long long operator""_KiB(unsigned long long v) { return v << 10; }

template <typename T>
__host__ __device__ constexpr T lowest_of() {
  if constexpr (std::is_floating_point_v<T>)
    return -std::numeric_limits<T>::infinity();
  else
    return std::numeric_limits<T>::lowest();
}
template <typename... Ts>
__device__ auto sum_of(Ts... ts) { return (ts + ... + 0); }
template <typename... Ts>
__device__ bool all_of(Ts... ts) { return (ts && ...); }

struct [[nodiscard]] Range {
  struct Iterator {
    int i;
    __host__ __device__ int operator*() const { return i; }
    __host__ __device__ Iterator &operator++() { return ++i, *this; }
    __host__ __device__ bool operator!=(const Iterator &o) const { return i < o.i; }
  };
  int first, last;
  __host__ __device__ Iterator begin() const { return {first}; }
  __host__ __device__ Iterator end() const { return {last}; }
};
struct MinMax {
  int low, high, where;
};
template <typename T>
struct Pair {
  T a, b;
  __host__ __device__ constexpr Pair(T a, T b) : a(a), b(b) {}
};

template <typename T, std::size_t N>
struct Stack {
  T items[N]{};
  std::size_t size = 0;
  __host__ __device__ constexpr bool push(const T &t) { return size < N ? (items[size++] = t, true) : false; }
  __host__ __device__ constexpr T pop() { return items[--size]; }
};
// A visitor over a hand-made sum type.
struct Circle { float r; };
struct Box { float w, h; };
struct Shape {
  enum Kind { circle, box } kind;
  union {
    Circle c;
    Box b;
  };
};
template <class... F>
struct overloaded : F... {
  using F::operator()...;
};
template <class... F>
__device__ overloaded<F...> overload(F... f) { return {f...}; }
template <class V>
__device__ auto visit(const Shape &s, V v) { return s.kind == Shape::circle ? v(s.c) : v(s.b); }

template <int I, int N, typename F>
__device__ __forceinline__ void static_for(F &&f) {
  if constexpr (I < N) {
    f(std::integral_constant<int, I>{});
    static_for<I + 1, N>(static_cast<F &&>(f));
  }
}
template <typename Policy>
__global__ void with_policy(float *out) {
  [[maybe_unused]] constexpr int unused = 3;
  alignas(16) float local[Policy::kItems];
  static_for<0, Policy::kItems>([&](auto i) { local[i] = Policy::scale * (i + 1); });
  float s = 0;
  for (float v : local) s += v;
  out[threadIdx.x] = s;
}
struct Small {
  static constexpr int kItems = 2;
  static constexpr float scale = 1.0f;
};
struct Large : Small {
  static constexpr int kItems = 8;
  inline static constexpr float scale = 0.5f;
};

__global__ void language(int *out, std::array<int, 4> by_value, std::pair<int, float> pair) {
  int k = 0;
  constexpr auto f5 = factorial(5);
  static_assert(f5 == 120, "at compile time");
  out[k++] = f5 + factorial(threadIdx.x + 3);
  out[k++] = static_cast<int>(mix(42u) == std::integral_constant<std::uint32_t, mix(42u)>::value);
  out[k++] = d_table.values[9] + (int)d_gains[2] + (int)(kGain * 2);
  out[k++] = std::numeric_limits<int>::max() == 2147483647 && std::numeric_limits<float>::epsilon() > 0 && std::numeric_limits<double>::digits == 53;
  out[k++] = lowest_of<int>() == std::numeric_limits<int>::min() && lowest_of<float>() < -1e38f;
  out[k++] = std::min(3, 4) * 100 + std::max(by_value[1], by_value[2]) * 10 + std::clamp(99, 1, 7);
  out[k++] = sum_of(1, 2, 3, 4) + all_of(true, 1, 2.0f);
  int s = 0;
  for (int i : Range{2, 6}) s += i;
  for (auto &&v : by_value) s += v;
  out[k++] = s;
  auto [low, high, where] = MinMax{1, 9, 4};
  auto &[first, second] = pair;
  out[k++] = low * 100 + high * 10 + where + first + static_cast<int>(second);
  if (auto m = by_value.size(); m == 4) out[k++] = static_cast<int>(m + by_value.front() + by_value.back());
  switch (auto c = static_cast<Channel>(2); c) {
    case Channel::red: out[k++] = 1; break;
    case Channel::green: [[fallthrough]];
    case Channel::blue: out[k++] = 3; break;
  }
  Pair p{1.5, 2.5};
  Stack<short, 3> stack;
  for (short v = 1; stack.push(v); v *= 7) {
  }
  out[k++] = (int)(p.a + p.b) * 1000 + stack.pop() + (int)stack.size;
  Shape shapes[2];
  shapes[0].kind = Shape::circle, shapes[0].c = {2};
  shapes[1].kind = Shape::box, shapes[1].b = {3, 4};
  auto area = overload([](const Circle &c) { return 3 * c.r * c.r; }, [](const Box &b) { return b.w * b.h; });
  out[k++] = (int)(visit(shapes[0], area) + visit(shapes[1], area));
  auto fibonacci = [](auto self, int n) -> int { return n < 2 ? n : self(self, n - 1) + self(self, n - 2); };
  out[k++] = fibonacci(fibonacci, 10);
  out[k++] = (int)4_KiB + (int)(tau * 100) + kRounds;
  int x = 1, y = 2;
  int &&moved = std::move(y);
  out[k++] = moved * 10 + x + (std::is_same_v<decltype(x), int> ? 100 : 0) + (int)sizeof(std::tuple<int, char>);
  out[k++] = 0b1010'1010 + 1'000 + R"(raw)"[0] + u8"x"[0];
}

int main() {
  int *out;
  float *f;
  cudaMallocManaged(&out, 32 * sizeof(int));
  cudaMallocManaged(&f, 32 * sizeof(float));
  language<<<1, 1>>>(out, std::array<int, 4>{5, 6, 7, 8}, {3, 4.5f});
  if (auto e = cudaDeviceSynchronize(); e != cudaSuccess) std::printf("%s\n", cudaGetErrorString(e));
  for (int i = 0; i < 17; ++i) std::printf("%d ", out[i]);
  with_policy<Small><<<1, kThreads / 64>>>(f);
  with_policy<Large><<<1, 1>>>(f + 1);
  cudaDeviceSynchronize();
  std::printf("\n%g %g\n", f[0], f[1]);
  std::optional<int> maybe = out[0];
  std::variant<int, double> either = 2.5;
  std::string_view view = "host";
  std::printf("%d %g %zu\n", maybe.value_or(0), std::get<double>(either), view.size());
  cudaFree(out), cudaFree(f);
}
