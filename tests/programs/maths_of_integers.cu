// Maths functions called with integers and with mixed types, as <cmath> allows: the argument becomes a double.
#include <cmath>
#include <cstdio>

__global__ void one_argument(double *o, int n, unsigned u, long l, long long ll) {
  int k = 0;
#define ONE(g) o[k++] = g(n) + g(u) + g(l) + std::g(n) + std::g(ll);
  ONE(cos) ONE(sin) ONE(tan) ONE(atan) ONE(cosh) ONE(sinh) ONE(tanh) ONE(acosh) ONE(asinh) ONE(exp) ONE(exp2) ONE(expm1)
  ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(sqrt) ONE(cbrt) ONE(erf) ONE(tgamma) ONE(lgamma) ONE(floor) ONE(ceil)
  ONE(trunc) ONE(round) ONE(rint) ONE(fabs) ONE(logb) ONE(ilogb) ONE(lrint) ONE(lround)
}
__global__ void two_arguments(double *o, int n, unsigned u, float f) {
  int k = 0;
#define TWO(g) o[k++] = g(n, n) + g(n, 2.0) + g(f, n) + g(2.0f, 3.0) + g(u, f) + std::g(n, f) + std::g(2, n) + std::g(f, 2.0);
  TWO(pow) TWO(fmod) TWO(hypot) TWO(atan2) TWO(fmax) TWO(fmin)
  o[k++] = fma(n, 2, 3) + fma(f, 2.0, 1) + ldexp(n, 2) + scalbn(n, 2);
  int e;
  o[k++] = frexp(n, &e) + e;
}
__global__ void small_types(double *o, short s, char c, bool b, unsigned char u) {
  o[0] = cos(s) + exp(c) + sqrt(s) + log(u) + sin(b) + pow(s, 2) + floor(s) + pow(c, u);
}
__global__ void averages(unsigned *o) {
  o[0] = __vavgs2(0x748e41ea, 0x2ad8a9d3);
  o[1] = __vavgs2(0x826d104c, 0x2cf48fbe);
  o[2] = __vavgs4(0xff0180fe, 0x00feff05);
  o[3] = __vavgu4(0xff0180fe, 0x00feff05);
}

int main() {
  double *o;
  cudaMallocManaged(&o, 64 * sizeof(double));
  one_argument<<<1, 1>>>(o, 3, 3, 3, 3);
  two_arguments<<<1, 1>>>(o + 40, 3, 3, 1.5f);
  small_types<<<1, 1>>>(o + 60, 2, 3, true, 4);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < 31; ++i) printf("%.4g ", o[i]);
  printf("\n");
  for (int i = 40; i < 48; ++i) printf("%.4g ", o[i]);
  printf("%.4g\n", o[60]);
  unsigned *words;
  cudaMallocManaged(&words, 4 * sizeof(unsigned));
  averages<<<1, 1>>>(words);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4; ++i) printf("%08x ", words[i]);
  printf("\n");
  cudaFree(words);
  cudaFree(o);
}
