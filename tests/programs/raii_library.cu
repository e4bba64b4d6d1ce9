// A small library in the C++ way: buffers with move semantics, a matrix class, expressions that become kernels, error
// exceptions, objects made before main and destroyed after it, threads and futures that launch.
#include <algorithm>
#include <array>
#include <functional>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu {

class error : public std::runtime_error {
 public:
  error(cudaError_t code, const char *what) : std::runtime_error(std::string(what) + ": " + cudaGetErrorString(code)), code(code) {}
  cudaError_t code;
};
inline void check(cudaError_t code, const char *what) {
  if (code != cudaSuccess) throw error(code, what);
}
#define GPU_CHECK(...) ::gpu::check((__VA_ARGS__), #__VA_ARGS__)

template <typename T>
class buffer {
 public:
  buffer() = default;
  explicit buffer(std::size_t n) : size_(n) { GPU_CHECK(cudaMalloc(&data_, n * sizeof(T))); }
  buffer(const std::vector<T> &v) : buffer(v.size()) { GPU_CHECK(cudaMemcpy(data_, v.data(), bytes(), cudaMemcpyHostToDevice)); }
  buffer(const buffer &o) : buffer(o.size_) { GPU_CHECK(cudaMemcpy(data_, o.data_, bytes(), cudaMemcpyDeviceToDevice)); }
  buffer(buffer &&o) noexcept { swap(o); }
  buffer &operator=(buffer o) noexcept {
    swap(o);
    return *this;
  }
  ~buffer() {
    if (data_) cudaFree(data_);
  }
  void swap(buffer &o) noexcept {
    std::swap(data_, o.data_);
    std::swap(size_, o.size_);
  }
  T *data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  std::vector<T> host() const {
    std::vector<T> v(size_);
    GPU_CHECK(cudaMemcpy(v.data(), data_, bytes(), cudaMemcpyDeviceToHost));
    return v;
  }

 private:
  T *data_ = nullptr;
  std::size_t size_ = 0;
};

struct stream {
  cudaStream_t s{};
  stream() { GPU_CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)); }
  ~stream() { cudaStreamDestroy(s); }
  stream(const stream &) = delete;
  stream &operator=(const stream &) = delete;
  operator cudaStream_t() const { return s; }
  void wait() const { GPU_CHECK(cudaStreamSynchronize(s)); }
};

// Expression templates: a tree of values that a kernel evaluates.
template <class E>
struct expression {
  __host__ __device__ const E &self() const { return static_cast<const E &>(*this); }
};
template <class T>
struct leaf : expression<leaf<T>> {
  const T *p;
  explicit leaf(const buffer<T> &b) : p(b.data()) {}
  __device__ T operator()(std::size_t i) const { return p[i]; }
};
template <class T>
struct scalar : expression<scalar<T>> {
  T v;
  explicit scalar(T v) : v(v) {}
  __device__ T operator()(std::size_t) const { return v; }
};
template <class Op, class L, class R>
struct binary : expression<binary<Op, L, R>> {
  L l;
  R r;
  binary(L l, R r) : l(l), r(r) {}
  __device__ auto operator()(std::size_t i) const { return Op::apply(l(i), r(i)); }
};
struct plus {
  template <class T>
  __device__ static T apply(T a, T b) { return a + b; }
};
struct times {
  template <class T>
  __device__ static T apply(T a, T b) { return a * b; }
};
template <class L, class R>
binary<plus, L, R> operator+(const expression<L> &l, const expression<R> &r) { return {l.self(), r.self()}; }
template <class L, class R>
binary<times, L, R> operator*(const expression<L> &l, const expression<R> &r) { return {l.self(), r.self()}; }
template <class T, class E>
__global__ void evaluate(T *out, E e, std::size_t n) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += std::size_t(blockDim.x) * gridDim.x) out[i] = e(i);
}
template <class T, class E>
void assign(buffer<T> &out, const expression<E> &e, cudaStream_t s = nullptr) {
  evaluate<<<unsigned((out.size() + 127) / 128), 128, 0, s>>>(out.data(), e.self(), out.size());
  GPU_CHECK(cudaGetLastError());
}

template <class T>
class matrix {
  buffer<T> storage_;
  int rows_, cols_;

 public:
  class view {
    T *p_;
    int ld_;

   public:
    view(T *p, int ld) : p_(p), ld_(ld) {}
    __device__ T &operator()(int r, int c) const { return p_[r * ld_ + c]; }
  };
  matrix(int r, int c, const std::function<T(int, int)> &f = {}) : storage_(std::size_t(r) * c), rows_(r), cols_(c) {
    std::vector<T> h(storage_.size());
    if (f)
      for (int i = 0; i < r; ++i)
        for (int j = 0; j < c; ++j) h[i * c + j] = f(i, j);
    storage_ = buffer<T>(h);
  }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  view device() const { return {storage_.data(), cols_}; }
  std::vector<T> host() const { return storage_.host(); }
};
template <class V>
__global__ void multiply(V a, V b, V c, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  auto s = a(i, 0) * b(0, j);
  for (int x = 1; x < k; ++x) s += a(i, x) * b(x, j);
  c(i, j) = s;
}
template <class T>
matrix<T> operator*(const matrix<T> &a, const matrix<T> &b) {
  if (a.cols() != b.rows()) throw std::invalid_argument("shapes differ");
  matrix<T> c(a.rows(), b.cols());
  dim3 block(16, 8), grid((c.cols() + 15) / 16, (c.rows() + 7) / 8);
  multiply<<<grid, block>>>(a.device(), b.device(), c.device(), a.rows(), b.cols(), a.cols());
  check(cudaDeviceSynchronize(), "multiply");
  return c;
}

}  // namespace gpu

__global__ void add_one(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ++p[i];
}
// Made before main, destroyed after it.
struct Global {
  gpu::buffer<int> numbers{std::vector<int>{1, 2, 3, 4}};
} global;
class Context {
  static std::unique_ptr<Context> instance_;
  static std::once_flag once_;
  int *scratch_ = nullptr;
  Context() { GPU_CHECK(cudaMallocManaged(&scratch_, 64)); }

 public:
  ~Context() { cudaFree(scratch_); }
  static Context &get() {
    std::call_once(once_, [] { instance_.reset(new Context); });
    return *instance_;
  }
  int *scratch() { return scratch_; }
};
std::unique_ptr<Context> Context::instance_;
std::once_flag Context::once_;

int main() try {
  add_one<<<1, 4>>>(global.numbers.data(), 4);
  auto ready = global.numbers.host();
  std::cout << ready[0] << ready[1] << ready[2] << ready[3] << '\n';
  const int n = 1000;
  std::vector<double> hx(n), hy(n);
  std::iota(hx.begin(), hx.end(), 0.0);
  std::generate(hy.begin(), hy.end(), [k = 1.0]() mutable { return k *= -1; });
  gpu::buffer<double> x(hx), y(hy), z(n);
  using gpu::leaf;
  using gpu::scalar;
  gpu::stream s;
  assign(z, leaf<double>(x) * scalar<double>(2) + leaf<double>(y) * leaf<double>(x), s);
  s.wait();
  auto hz = z.host();
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += hz[i] != 2 * hx[i] + hy[i] * hx[i];
  std::cout << "expression: " << bad << " wrong\n";
  gpu::buffer<double> copy = z, moved = std::move(z);
  copy = moved;
  std::cout << (copy.host() == moved.host()) << ' ' << z.size() << '\n';

  gpu::matrix<int> a(20, 30, [](int i, int j) { return i - j; }), b(30, 25, [](int i, int j) { return i * j % 7; });
  auto c = (a * b).host();
  bad = 0;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 25; ++j) {
      int e = 0;
      for (int k = 0; k < 30; ++k) e += (i - k) * (k * j % 7);
      bad += c[i * 25 + j] != e;
    }
  std::cout << "matrix: " << bad << " wrong\n";
  try {
    auto d = a * a;
  } catch (const std::invalid_argument &e) {
    std::cout << e.what() << '\n';
  }
  try {
    gpu::buffer<char> too_large(std::size_t(1) << 52);
  } catch (const gpu::error &e) {
    std::cout << cudaGetErrorName(e.code) << '\n';
    cudaGetLastError();
  }
  std::vector<std::future<int>> futures;
  for (int t = 0; t < 4; ++t)
    futures.push_back(std::async(std::launch::async, [t] {
      gpu::buffer<int> mine(std::vector<int>(100, t));
      gpu::stream own;
      for (int k = 0; k < 10; ++k) add_one<<<1, 128, 0, own>>>(mine.data(), 100);
      own.wait();
      auto h = mine.host();
      return std::accumulate(h.begin(), h.end(), 0);
    }));
  for (auto &f : futures) std::cout << f.get() << ' ';
  Context::get().scratch()[3] = 41;
  add_one<<<1, 16>>>(Context::get().scratch(), 4);
  GPU_CHECK(cudaDeviceSynchronize());
  std::ostringstream text;
  text << Context::get().scratch()[3];
  std::cout << text.str() << std::endl;
  return 0;
} catch (const std::exception &e) {
  std::cerr << e.what() << '\n';
  return 1;
}
