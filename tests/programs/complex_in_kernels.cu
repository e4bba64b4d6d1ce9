// std::complex in a kernel: products and quotients as the host has them, those of infinite, vanishing and missing numbers, too.
// simulator only: nvcc takes them from libraries whose functions are constexpr, C++20's
#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>

template <class Real>
__global__ void products(const std::complex<Real>* in, int n, std::complex<Real>* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * n) {
    out[2 * i] = in[i / n] * in[i % n];
    out[2 * i + 1] = in[i / n] / in[i % n];
  }
}

template <class Real>
bool same(std::complex<Real> a, std::complex<Real> b) {
  if (std::isfinite(b.real()) && std::isfinite(b.imag())) return std::abs(a - b) <= 8 * std::numeric_limits<Real>::epsilon() * std::abs(b);
  return std::isinf(a.real()) == std::isinf(b.real()) && std::isinf(a.imag()) == std::isinf(b.imag()) &&
         std::isnan(a.real()) == std::isnan(b.real()) && std::isnan(a.imag()) == std::isnan(b.imag());
}

template <class Real>
void compare(const char* name) {
  using Complex = std::complex<Real>;
  const Real parts[] = {0, 1, -3, Real(-0.0), 0.5, std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::quiet_NaN()};
  const int n = 49;
  Complex *in, *out;
  cudaMallocManaged(&in, n * sizeof(Complex));
  cudaMallocManaged(&out, 2 * n * n * sizeof(Complex));
  for (int i = 0; i < n; ++i) in[i] = Complex(parts[i / 7], parts[i % 7]);
  products<<<(n * n + 127) / 128, 128>>>(in, n, out);
  cudaDeviceSynchronize();
  int differ = 0;
  for (int i = 0; i < n * n; ++i) {
    differ += !same(out[2 * i], in[i / n] * in[i % n]);
    differ += !same(out[2 * i + 1], in[i / n] / in[i % n]);
  }
  in[0] = Complex(1, -3) * (std::numeric_limits<Real>::max() / 8);  // the squares of its parts are too large
  in[1] = Complex(-3, 1) * (std::numeric_limits<Real>::max() / 8);
  products<<<1, 4>>>(in, 2, out);
  cudaDeviceSynchronize();
  const Complex quotient = out[3];
  printf("%s: %d of %d differ, (1 - 3i) / (-3 + i) = %.3f%+.3fi\n", name, differ, 2 * n * n, double(quotient.real()),
         double(quotient.imag()));
  cudaFree(in);
  cudaFree(out);
}

int main() {
  compare<float>("float");
  compare<double>("double");
}
