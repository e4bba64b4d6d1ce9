// One addition, seven ways to get the data there: explicit, managed, pinned, mapped, streams, vectors, registered.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime.h>

inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true) {
  if (code != cudaSuccess) {
    std::cerr << "GPUassert: " << cudaGetErrorString(code) << " " << file << " " << line << std::endl;
    if (abort) std::exit(code);
  }
}
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }

__global__ void vecAdd(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void vecAddStride(const float *a, const float *b, float *c, size_t n) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x)
    c[i] = a[i] + b[i];
}

struct CudaDeleter {
  void operator()(void *p) const { cudaFree(p); }
};
template <typename T>
using device_ptr = std::unique_ptr<T[], CudaDeleter>;

template <typename T>
device_ptr<T> make_device(std::size_t n) {
  T *p = nullptr;
  if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) throw std::runtime_error("cudaMalloc");
  return device_ptr<T>(p);
}

template <typename T>
class ManagedAllocator {
 public:
  using value_type = T;
  ManagedAllocator() = default;
  template <typename U>
  ManagedAllocator(const ManagedAllocator<U> &) {}
  T *allocate(std::size_t n) {
    void *p = nullptr;
    if (cudaMallocManaged(&p, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
    return static_cast<T *>(p);
  }
  void deallocate(T *p, std::size_t) { cudaFree(p); }
};
template <typename T, typename U>
bool operator==(const ManagedAllocator<T> &, const ManagedAllocator<U> &) { return true; }
template <typename T, typename U>
bool operator!=(const ManagedAllocator<T> &, const ManagedAllocator<U> &) { return false; }

bool right(const float *c, int n) {
  for (int i = 0; i < n; ++i)
    if (std::fabs(c[i] - (i + 2.0f * i)) > 1e-5f) return false;
  return true;
}

bool with_explicit_copies(int n) {
  std::vector<float> a(n), b(n), c(n, -1.f);
  std::iota(a.begin(), a.end(), 0.f);
  for (int i = 0; i < n; ++i) b[i] = 2.f * i;
  float *d_a, *d_b, *d_c;
  size_t bytes = n * sizeof(float);
  gpuErrchk(cudaMalloc(&d_a, bytes));
  gpuErrchk(cudaMalloc(&d_b, bytes));
  gpuErrchk(cudaMalloc(&d_c, bytes));
  gpuErrchk(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));
  int threads = 256, blocks = (n + threads - 1) / threads;
  if (n > 0) vecAdd<<<blocks, threads>>>(d_a, d_b, d_c, n);
  gpuErrchk(cudaPeekAtLastError());
  gpuErrchk(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost));
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  return right(c.data(), n);
}

bool with_unique_ptr(int n) {
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) a[i] = i, b[i] = 2.f * i;
  auto da = make_device<float>(n), db = make_device<float>(n), dc = make_device<float>(n);
  cudaMemcpy(da.get(), &a[0], sizeof(float) * n, cudaMemcpyDefault);
  cudaMemcpy(db.get(), &b[0], sizeof(float) * n, cudaMemcpyDefault);
  vecAddStride<<<4, 128>>>(da.get(), db.get(), dc.get(), n);
  cudaMemcpy(c.data(), dc.get(), sizeof(float) * n, cudaMemcpyDefault);
  return right(c.data(), n);
}

bool with_managed(int n) {
  std::vector<float, ManagedAllocator<float>> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 2 * i;
  }
  vecAdd<<<(n + 127) / 128, 128>>>(a.data(), b.data(), c.data(), n);
  gpuErrchk(cudaDeviceSynchronize());
  return right(c.data(), n);
}

bool with_pinned_streams(int n) {
  float *h_a, *h_b, *h_c, *d_a, *d_b, *d_c;
  gpuErrchk(cudaMallocHost((void **)&h_a, n * sizeof(float)));
  gpuErrchk(cudaMallocHost((void **)&h_b, n * sizeof(float)));
  gpuErrchk(cudaHostAlloc((void **)&h_c, n * sizeof(float), cudaHostAllocDefault));
  gpuErrchk(cudaMalloc((void **)&d_a, n * sizeof(float)));
  gpuErrchk(cudaMalloc((void **)&d_b, n * sizeof(float)));
  gpuErrchk(cudaMalloc((void **)&d_c, n * sizeof(float)));
  for (int i = 0; i < n; i++) { h_a[i] = float(i); h_b[i] = float(2 * i); }
  const int kStreams = 3;
  cudaStream_t streams[kStreams];
  for (auto &s : streams) gpuErrchk(cudaStreamCreate(&s));
  int chunk = (n + kStreams - 1) / kStreams;
  for (int s = 0; s < kStreams; s++) {
    int first = s * chunk, count = std::min(chunk, n - first);
    if (count <= 0) continue;
    gpuErrchk(cudaMemcpyAsync(d_a + first, h_a + first, count * sizeof(float), cudaMemcpyHostToDevice, streams[s]));
    gpuErrchk(cudaMemcpyAsync(d_b + first, h_b + first, count * sizeof(float), cudaMemcpyHostToDevice, streams[s]));
    vecAdd<<<(count + 63) / 64, 64, 0, streams[s]>>>(d_a + first, d_b + first, d_c + first, count);
    gpuErrchk(cudaMemcpyAsync(h_c + first, d_c + first, count * sizeof(float), cudaMemcpyDeviceToHost, streams[s]));
  }
  for (auto s : streams) gpuErrchk(cudaStreamSynchronize(s));
  bool ok = right(h_c, n);
  for (auto s : streams) gpuErrchk(cudaStreamDestroy(s));
  cudaFreeHost(h_a); cudaFreeHost(h_b); cudaFreeHost(h_c);
  cudaFree(d_a); cudaFree(d_b); cudaFree(d_c);
  return ok;
}

bool with_zero_copy(int n) {
  float *a, *b, *c, *da, *db, *dc;
  unsigned flags = cudaHostAllocMapped | cudaHostAllocWriteCombined;
  gpuErrchk(cudaHostAlloc(&a, n * sizeof(float), flags));
  gpuErrchk(cudaHostAlloc(&b, n * sizeof(float), flags));
  gpuErrchk(cudaHostAlloc(&c, n * sizeof(float), cudaHostAllocMapped | cudaHostAllocPortable));
  for (int i = 0; i < n; i++) a[i] = i, b[i] = 2.0f * i;
  gpuErrchk(cudaHostGetDevicePointer(&da, a, 0));
  gpuErrchk(cudaHostGetDevicePointer(&db, b, 0));
  gpuErrchk(cudaHostGetDevicePointer((void **)&dc, (void *)c, 0));
  vecAddStride<<<2, 96>>>(da, db, dc, n);
  gpuErrchk(cudaDeviceSynchronize());
  bool ok = right(c, n);
  gpuErrchk(cudaFreeHost(a));
  gpuErrchk(cudaFreeHost(b));
  gpuErrchk(cudaFreeHost(c));
  return ok;
}

bool with_registered(int n) {
  std::unique_ptr<float[]> a(new float[n]), b(new float[n]), c(new float[n]);
  for (int i = 0; i < n; i++) a[i] = i, b[i] = 2.0f * i;
  float *p[3];
  float *h[3] = {a.get(), b.get(), c.get()};
  for (int k = 0; k < 3; k++) {
    gpuErrchk(cudaHostRegister(h[k], n * sizeof(float), cudaHostRegisterMapped));
    gpuErrchk(cudaHostGetDevicePointer(&p[k], h[k], 0));
  }
  vecAdd<<<dim3((n + 255) / 256), dim3(256)>>>(p[0], p[1], p[2], n);
  gpuErrchk(cudaDeviceSynchronize());
  for (int k = 0; k < 3; k++) gpuErrchk(cudaHostUnregister(h[k]));
  return right(c.get(), n);
}

int main() {
  std::cout << std::boolalpha;
  for (int n : {1, 997, 10003}) {
    std::cout << n << ": " << with_explicit_copies(n) << ' ' << with_unique_ptr(n) << ' ' << with_managed(n) << ' '
              << with_pinned_streams(n) << ' ' << with_zero_copy(n) << ' ' << with_registered(n) << '\n';
  }
  std::cout << "none: " << with_explicit_copies(0) << std::endl;
  return 0;
}
