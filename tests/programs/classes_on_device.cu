// Classes with device methods: operators, constructors, destructors, statics, inheritance, default arguments, namespaces.
#include <cassert>
#include <cmath>
#include <cstdio>
#include <initializer_list>

#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif

namespace geometry {
namespace detail {
template <typename T>
HD inline T sq(T x) { return x * x; }
}  // namespace detail

template <typename T>
class vec3 {
 public:
  T e[3];
  HD vec3() : e{0, 0, 0} {}
  HD vec3(T a, T b, T c) : e{a, b, c} {}
  HD explicit vec3(T s) : vec3(s, s, s) {}
  HD T x() const { return e[0]; }
  HD T y() const { return e[1]; }
  HD T z() const { return e[2]; }
  HD const vec3& operator+() const { return *this; }
  HD vec3 operator-() const { return vec3(-e[0], -e[1], -e[2]); }
  HD T operator[](int i) const { return e[i]; }
  HD T& operator[](int i) { return e[i]; }
  HD vec3& operator+=(const vec3& o) {
    for (int i = 0; i < 3; ++i) e[i] += o.e[i];
    return *this;
  }
  HD vec3& operator*=(T t) {
    e[0] *= t, e[1] *= t, e[2] *= t;
    return *this;
  }
  HD T squared_length() const { return detail::sq(e[0]) + detail::sq(e[1]) + detail::sq(e[2]); }
  HD T length() const { return std::sqrt(squared_length()); }
  HD friend vec3 operator+(vec3 a, const vec3& b) { return a += b; }
  HD friend vec3 operator*(vec3 a, T t) { return a *= t; }
  HD friend vec3 operator*(T t, vec3 a) { return a *= t; }
  HD friend bool operator==(const vec3& a, const vec3& b) {
    return a.e[0] == b.e[0] && a.e[1] == b.e[1] && a.e[2] == b.e[2];
  }
};
template <typename T>
HD T dot(const vec3<T>& a, const vec3<T>& b) { return a.x() * b.x() + a.y() * b.y() + a.z() * b.z(); }
template <typename T>
HD vec3<T> cross(const vec3<T>& u, const vec3<T>& v) {
  return vec3<T>(u.e[1] * v.e[2] - u.e[2] * v.e[1], -(u.e[0] * v.e[2] - u.e[2] * v.e[0]), u.e[0] * v.e[1] - u.e[1] * v.e[0]);
}
using vec3f = vec3<float>;
typedef vec3<double> vec3d;
}  // namespace geometry

using geometry::vec3f;

class Complex {
 public:
  float r, i;
  __device__ Complex(float a = 0.0f, float b = 0.0f) : r(a), i(b) {}
  __device__ float magnitude2(void) { return r * r + i * i; }
  __device__ Complex operator*(const Complex& a) { return Complex(r * a.r - i * a.i, i * a.r + r * a.i); }
  __device__ Complex operator+(const Complex& a) { return Complex(r + a.r, i + a.i); }
};

struct Shape {
  int id;
  HD Shape(int id) : id(id) {}
  HD int area() const { return 0; }
};
struct Rect : public Shape {
  int w, h;
  static const int corners = 4;
  static constexpr float kHalf = 0.5f;
  HD Rect(int id, int w, int h = 2) : Shape(id), w(w), h(h) {}
  HD int area() const { return w * h; }
  HD static int count_corners(int n) { return n * corners; }
};
template <class Derived>
struct Counted {
  HD int twice() const { return 2 * static_cast<const Derived*>(this)->area(); }
};
struct Square : Rect, Counted<Square> {
  HD Square(int side) : Rect(7, side, side) {}
};

class Guard {
  int* counter_;

 public:
  __device__ explicit Guard(int* counter) : counter_(counter) { atomicAdd(counter_, 1); }
  __device__ ~Guard() { atomicAdd(counter_, 100); }
  Guard(const Guard&) = delete;
};

template <typename T, int Rows, int Cols>
struct Matrix {
  T data[Rows][Cols];
  HD T& operator()(int r, int c) { return data[r][c]; }
  HD const T& operator()(int r, int c) const { return data[r][c]; }
  template <int K>
  HD Matrix<T, Rows, K> operator*(const Matrix<T, Cols, K>& o) const {
    Matrix<T, Rows, K> out{};
    for (int i = 0; i < Rows; ++i)
      for (int j = 0; j < K; ++j)
        for (int k = 0; k < Cols; ++k) out(i, j) += (*this)(i, k) * o(k, j);
    return out;
  }
};

enum class Mode : unsigned char { kPlus, kMinus };
enum Flags { kNone = 0, kBig = 1 << 3 };

__device__ int with_defaults(int a, int b = 5, Mode mode = Mode::kPlus) { return mode == Mode::kPlus ? a + b : a - b; }

__global__ void use_vectors(const vec3f* in, vec3f* out, float* dots, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  vec3f v = in[i], up(0, 1, 0);
  out[i] = 2.0f * v + geometry::cross(v, up) + -vec3f(1.0f);
  dots[i] = geometry::dot(v, up) + v.length();
}

__global__ void use_the_rest(int* out, Rect by_value, Matrix<int, 2, 3> a, Matrix<int, 3, 2> b) {
  const int t = threadIdx.x;
  {
    Guard guard(out);
    if (t == 3) return;  // the destructor runs here too
    Guard again(out);
  }
  if (t == 0) {
    Square s(6);
    out[1] = by_value.area() + by_value.id + Rect::count_corners(3);
    out[2] = s.area() + s.twice() + s.Shape::area();
    Matrix<int, 2, 2> c = a * b;
    out[3] = c(0, 0) * 1000 + c(1, 1);
    out[4] = with_defaults(1) * 100 + with_defaults(9, 4, Mode::kMinus) + (kBig | kNone);
    Complex z(1, 2), w;
    w = z * z + Complex(0.5f);
    out[5] = (int)(w.magnitude2() * 100);
    out[6] = (int)(Rect::kHalf * 10) + (int)sizeof(Square) + (int)alignof(geometry::vec3d);
  }
}

int main() {
  const int n = 300;
  vec3f *in, *out;
  float* dots;
  cudaMallocManaged(&in, n * sizeof(vec3f));
  cudaMallocManaged(&out, n * sizeof(vec3f));
  cudaMallocManaged(&dots, n * sizeof(float));
  for (int i = 0; i < n; ++i) in[i] = vec3f(i, i * 0.5f, -i);
  use_vectors<<<(n + 63) / 64, 64>>>(in, out, dots, n);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int i = 0; i < n; ++i) {
    vec3f expected = 2.0f * in[i] + geometry::cross(in[i], vec3f(0, 1, 0)) + vec3f(-1, -1, -1);
    bad += !(expected == out[i]) || std::fabs(dots[i] - (in[i].y() + in[i].length())) > 1e-3f;
  }
  printf("vectors: %d wrong\n", bad);
  int* numbers;
  cudaMallocManaged(&numbers, 7 * sizeof(int));
  cudaMemset(numbers, 0, 7 * sizeof(int));
  Matrix<int, 2, 3> a = {{{1, 2, 3}, {4, 5, 6}}};
  Matrix<int, 3, 2> b = {{{1, 0}, {0, 1}, {1, 1}}};
  use_the_rest<<<1, 32>>>(numbers, Rect(3, 10), a, b);
  cudaDeviceSynchronize();
  for (int i = 0; i < 7; ++i) printf("%d ", numbers[i]);
  printf("\n");
  cudaFree(in), cudaFree(out), cudaFree(dots), cudaFree(numbers);
}
