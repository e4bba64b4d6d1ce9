// Maths functions of each kind: instructions, answers of the simulator, fast intrinsics, std:: names.
#include <cmath>
#include <cstdio>

__global__ void compute(float* f, double* d, float x, double y) {
  f[0] = sqrtf(x);
  f[1] = expf(x);
  f[2] = std::exp(x);
  f[3] = sinf(x) * sinf(x) + cosf(x) * cosf(x);
  f[4] = powf(x, 3.0f);
  f[5] = pow(x, 2);
  f[6] = fmaxf(x, -x) + fminf(x, -x) + fabsf(-x);
  f[7] = floorf(x) + ceilf(x) + roundf(x) + truncf(x) + rintf(x);
  f[8] = __expf(x);
  f[9] = __fdividef(x, 2.0f) + rsqrtf(4.0f);
  f[10] = atan2f(x, x) + tanhf(x) + logf(x) + log2f(8.0f) + log10f(100.0f);
  f[11] = fmodf(7.5f, 2.0f) + hypotf(3.0f, 4.0f) + erff(0.0f) + cbrtf(27.0f);
  f[12] = std::abs(-x) + abs(-2) + max(1, 2) + min(3.0f, x) + std::fma(x, x, x);
  f[13] = isnan(x / 0.0f - x / 0.0f) + isinf(x / 0.0f) + isfinite(x);
  float s, c;
  sincosf(0.0f, &s, &c);
  f[14] = s + c;
  f[15] = __int_as_float(0x40490fdb);
  d[0] = exp(y) + log(y) + sin(y) + cos(y) + tan(y);
  d[1] = pow(y, 0.5) - sqrt(y);
  d[2] = fma(y, y, y) + fmin(y, 1.0) + fmax(y, 5.0) + floor(-y);
}

int main() {
  float* f;
  double* d;
  cudaMallocManaged(&f, 16 * sizeof(float));
  cudaMallocManaged(&d, 3 * sizeof(double));
  compute<<<1, 1>>>(f, d, 1.75f, 2.5);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int i = 0; i < 16; ++i) std::printf("%.3f ", f[i]);
  const double y = 2.5;
  const bool close = std::abs(d[0] - (exp(y) + log(y) + sin(y) + cos(y) + tan(y))) < 1e-12;
  std::printf("\n%d %.3f %.3f\n", close, d[1], d[2]);
  cudaFree(f);
  cudaFree(d);
}
