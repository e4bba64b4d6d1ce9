//! Calls fail, and the program looks at what each returns, in many ways.
//! prints: 16
#include <cstdio>
static int failures = 0;
static void look_at(cudaError_t e) {
  failures += e != cudaSuccess;
}
struct Check {
  cudaError_t e;
  Check& operator<<(cudaError_t x) {
    e = x;
    return *this;
  }
};
int main(int argc, char**) {
  int* p = nullptr;
  bool use = argc > 5;
  const cudaError_t a = use ? cudaMalloc(&p, 4) : cudaMalloc(&p, size_t(1) << 60);  // ternary
  failures += a != cudaSuccess;
  const int b = (int)cudaMalloc(&p, size_t(1) << 60);  // cast
  failures += b != 0;
  const int c = int(cudaMalloc(&p, size_t(1) << 60));
  failures += c != 0;
  look_at(cudaMalloc(&p, size_t(1) << 60));
  Check check;
  check << cudaMalloc(&p, size_t(1) << 60);
  failures += check.e != cudaSuccess;
  if (cudaMalloc(&p, size_t(1) << 60))
    ++failures;
  switch (cudaMalloc(&p, size_t(1) << 60)) {
    case cudaSuccess:
      break;
    default:
      ++failures;
  }
  auto d = [&] { return cudaMalloc(&p, size_t(1) << 60); }();
  failures += d != cudaSuccess;
  auto e = [&]() -> cudaError_t { return cudaMalloc(&p, size_t(1) << 60); }();
  failures += e != cudaSuccess;
  cudaError_t f{cudaMalloc(&p, size_t(1) << 60)};
  failures += f != cudaSuccess;
  cudaError_t g[] = {cudaMalloc(&p, size_t(1) << 60), cudaMalloc(&p, size_t(1) << 60)};
  failures += (g[0] != cudaSuccess) + (g[1] != cudaSuccess);
  cudaError_t i = cudaMalloc(&p, size_t(1) << 60);
  failures += i != cudaSuccess;
  failures += static_cast<int>(cudaMalloc(&p, size_t(1) << 60)) != 0;
  failures += cudaSuccess != cudaMalloc(&p, size_t(1) << 60);
  failures += use ? 0 : cudaMalloc(&p, size_t(1) << 60) != cudaSuccess;
  printf("%d\n", failures);
}
