// A C++ style: an owner class, exceptions for errors, a functor kernel.
#include <stdexcept>
#include <string>
#include <vector>

inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}
#define CHECK(call) check((call), #call)

template <class T>
class DeviceVector {
 public:
  explicit DeviceVector(const std::vector<T>& host) : size_(host.size()) {
    CHECK(cudaMalloc(&data_, size_ * sizeof(T)));
    CHECK(cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceVector() { cudaFree(data_); }
  DeviceVector(const DeviceVector&) = delete;
  DeviceVector& operator=(const DeviceVector&) = delete;
  T* data() { return data_; }
  std::vector<T> host() const {
    std::vector<T> copy(size_);
    CHECK(cudaMemcpy(copy.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return copy;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};

struct Clamp {
  int low, high;
  __host__ __device__ int operator()(int v) const { return v < low ? low : v > high ? high : v; }
};

template <class F>
__global__ void transform(int* v, int n, F f) {
  if (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n)
    v[i] = f(v[i]);
}

int main() {
  std::vector<int> h(1000);
  for (int i = 0; i < 1000; ++i)
    h[i] = i - 500;
  DeviceVector<int> d(h);
  const Clamp clamp{-10, 20};
  transform<<<(1000 + 255) / 256, 256>>>(d.data(), 1000, clamp);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  const std::vector<int> r = d.host();
  for (int i = 0; i < 1000; ++i) {
    if (r[i] != clamp(h[i]))
      return 1;
  }
  return 0;
}
