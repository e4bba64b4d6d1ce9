// Every mathematical function of CUDA against a reference in long double, over edges and seeded
// random inputs. Bounds in ULP are those of the CUDA C++ Programming Guide, appendix "Mathematical
// Functions", tables of maximum errors.
//
// Prints one line a function: name, largest error, bound. Exit status 1: an error above its bound.
#include "math_reference.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

using Real = long double;

namespace {

int failures = 0;

void check_call(cudaError_t error) {
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    std::exit(2);
  }
}

unsigned long long state = 20260421;
double uniform() {  // splitmix64, [0, 1)
  state += 0x9e3779b97f4a7c15ull;
  unsigned long long z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/// Random numbers of [low, high], evenly and evenly in the exponent, and the edges that lie inside.
template <class T>
std::vector<T> inputs(double low, double high) {
  std::vector<T> values;
  for (double edge : {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 1e-5, -1e-5, 1e-30, 3.0, 10.0, 100.0, -100.0}) {
    if (edge >= low && edge <= high) {
      values.push_back(static_cast<T>(edge));
    }
  }
  for (int i = 0; i < 500; ++i) {
    values.push_back(static_cast<T>(low + (high - low) * uniform()));
    const double tiny = std::pow(10.0, -12 * uniform());
    const double scaled = (uniform() < 0.5 ? low : high) * tiny;
    if (scaled >= low && scaled <= high) {
      values.push_back(static_cast<T>(scaled));
    }
  }
  return values;
}

template <class T>
double ulps(T got, Real wanted) {
  if (std::isnan(wanted)) {
    return std::isnan(got) ? 0 : 1e9;
  }
  const T nearest = static_cast<T>(wanted);
  if (std::isinf(nearest) || std::isinf(got)) {
    return nearest == got ? 0 : 1e9;
  }
  int exponent = 0;
  std::frexp(std::fabs(nearest), &exponent);
  const int unit = std::max(exponent, std::numeric_limits<T>::min_exponent) - std::numeric_limits<T>::digits;
  return static_cast<double>(std::fabs(static_cast<Real>(got) - wanted) / std::ldexp(Real{1}, unit));
}

template <class T>
T* upload(const std::vector<T>& values) {
  T* device = nullptr;
  check_call(cudaMalloc(&device, values.size() * sizeof(T)));
  check_call(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

template <class T>
std::vector<T> download(T* device, std::size_t count) {
  std::vector<T> values(count);
  check_call(cudaMemcpy(values.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  check_call(cudaFree(device));
  return values;
}

void tell(const char* name, double worst, double bound) {
  const bool holds = worst <= bound;
  std::printf("%-16s %10.3g %8g%s\n", name, worst, bound, holds ? "" : "  TOO LARGE");
  failures += holds ? 0 : 1;
}

/// F::device on the device against F::reference; `count` operands.
template <class F>
__global__ void evaluate(const typename F::Type* x, const typename F::Type* y, typename F::Type* result, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) {
    result[i] = F::device(x[i], y[i]);
  }
}

/// What is known of F, without its type: the host's part is compiled once a precision, not once a function.
template <class T>
struct Function {
  const char* name;
  double low, high, second_low, second_high, bound;
  bool absolute;
  void (*launch)(const T* x, const T* y, T* result, int count);
  Real (*reference)(Real x, Real y);
};

template <class F>
void launch(const typename F::Type* x, const typename F::Type* y, typename F::Type* result, int count) {
  evaluate<F><<<(count + 127) / 128, 128>>>(x, y, result, count);
}

/// F::device of x and y, as the device has it.
template <class T>
std::vector<T> evaluated(const Function<T>& function, const std::vector<T>& x, const std::vector<T>& y) {
  T *dx = upload(x), *dy = upload(y), *dr = upload(x);
  function.launch(dx, dy, dr, static_cast<int>(x.size()));
  check_call(cudaGetLastError());
  check_call(cudaDeviceSynchronize());
  check_call(cudaFree(dx));
  check_call(cudaFree(dy));
  return download(dr, x.size());
}

template <class T>
void measure(const Function<T>& function) {
  const std::vector<T> x = inputs<T>(function.low, function.high);
  std::vector<T> y = inputs<T>(function.second_low, function.second_high);
  while (y.size() < x.size()) {
    y.push_back(y[y.size() / 2]);
  }
  const std::vector<T> got = evaluated(function, x, y);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Real wanted = function.reference(x[i], y[i]);
    const double error =
        function.absolute ? static_cast<double>(std::fabs(static_cast<Real>(got[i]) - wanted)) : ulps(got[i], wanted);
    if (!(error <= worst)) {
      worst = error;
      if (std::getenv("ACCURACY_VERBOSE") != nullptr) {
        std::printf("  %s(%.17g, %.17g) = %.17g, not %.20Lg\n", function.name, static_cast<double>(x[i]),
                    static_cast<double>(y[i]), static_cast<double>(got[i]), wanted);
      }
    }
  }
  tell(function.name, worst, function.bound);
}

template <class F>
void measure() {
  measure(Function<typename F::Type>{F::name, F::low, F::high, F::second_low, F::second_high, F::bound, F::absolute,
                                     launch<F>, F::reference});
}

#define FUNCTION(id, text, type, expression, wanted, x0, x1, y0, y1, limit, is_absolute)                   \
  struct id {                                                                                              \
    using Type = type;                                                                                     \
    static constexpr const char* name = text;                                                              \
    static constexpr double low = x0, high = x1, second_low = y0, second_high = y1, bound = limit;         \
    static constexpr bool absolute = is_absolute;                                                          \
    static __device__ Type device(Type x, Type y) { return static_cast<Type>(expression); }                \
    static Real reference(Real x, Real y) { return wanted; }                                               \
  };
// Single and double precision of one function; the second operand lies in [y0, y1].
#define BOTH(fn, wanted, x0, x1, y0, y1, single_bound, double_bound, arguments)                            \
  FUNCTION(single_##fn, #fn "f", float, fn##f arguments, wanted, x0, x1, y0, y1, single_bound, false)      \
  FUNCTION(overload_##fn, #fn "(float)", float, fn arguments, wanted, x0, x1, y0, y1, single_bound, false) \
  FUNCTION(double_##fn, #fn, double, fn arguments, wanted, x0, x1, y0, y1, double_bound, false)
#define BOTH_1(fn, wanted, x0, x1, single_bound, double_bound) \
  BOTH(fn, wanted, x0, x1, 0, 0, single_bound, double_bound, (x))
#define BOTH_2(fn, wanted, x0, x1, y0, y1, single_bound, double_bound) \
  BOTH(fn, wanted, x0, x1, y0, y1, single_bound, double_bound, (x, y))
#define FAST(fn, wanted, x0, x1, y0, y1, limit, is_absolute, arguments) \
  FUNCTION(fast##fn, #fn, float, fn arguments, wanted, x0, x1, y0, y1, limit, is_absolute)
#include "functions.def"
#undef FUNCTION
#undef BOTH
#undef FAST

}  // namespace

int main() {
#define FUNCTION(id, ...) measure<id>();
#define BOTH(fn, ...) measure<single_##fn>(), measure<overload_##fn>(), measure<double_##fn>();
#define FAST(fn, ...) measure<fast##fn>();
#include "functions.def"
  std::printf("%d functions outside their bounds\n", failures);
  return failures == 0 ? 0 : 1;
}
