// Managed memory in the C++ way: classes that allocate themselves there, linked structures, strings, prefetches, advice, and
// __managed__ variables of all kinds.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <utility>

class Managed {
 public:
  void *operator new(size_t len) {
    void *ptr;
    cudaMallocManaged(&ptr, len);
    cudaDeviceSynchronize();
    return ptr;
  }
  void operator delete(void *ptr) {
    cudaDeviceSynchronize();
    cudaFree(ptr);
  }
  void *operator new[](size_t len) { return operator new(len); }
  void operator delete[](void *ptr) { operator delete(ptr); }
};
class String : public Managed {
  int length;
  char *data;

 public:
  String() : length(0), data(0) {}
  String(const char *s) {
    length = (int)strlen(s);
    _realloc(length);
    strcpy(data, s);
  }
  String(const String &s) {
    length = s.length;
    _realloc(length);
    strcpy(data, s.data);
  }
  ~String() { cudaFree(data); }
  String &operator=(const char *s) {
    length = (int)strlen(s);
    cudaFree(data);
    _realloc(length);
    strcpy(data, s);
    return *this;
  }
  __host__ __device__ char &operator[](int pos) { return data[pos]; }
  __host__ __device__ int size() const { return length; }
  __host__ __device__ const char *c_str() const { return data; }

 private:
  void _realloc(int len) { cudaMallocManaged(&data, len + 1); }
};
struct DataElement : public Managed {
  String name;
  int value;
};
__global__ void by_pointer(DataElement *elem) {
  elem->name[0] = 'd';
  elem->value += elem->name.size();
}
__global__ void by_reference(DataElement &elem) { elem.value *= 2; }
__global__ void by_value(DataElement *copy, int *out) { *out = copy->value + copy->name[1]; }

template <class T>
class Vector : public Managed {
  T *items_ = nullptr;
  int size_ = 0, capacity_ = 0;

 public:
  ~Vector() { cudaFree(items_); }
  void push_back(const T &v) {
    if (size_ == capacity_) {
      capacity_ = capacity_ ? 2 * capacity_ : 4;
      T *bigger;
      cudaMallocManaged(&bigger, capacity_ * sizeof(T));
      std::copy(items_, items_ + size_, bigger);
      cudaFree(items_);
      items_ = bigger;
    }
    items_[size_++] = v;
  }
  __host__ __device__ T *begin() { return items_; }
  __host__ __device__ T *end() { return items_ + size_; }
  __host__ __device__ T &operator[](int i) { return items_[i]; }
  __host__ __device__ int size() const { return size_; }
};
__global__ void squares(Vector<int> &v) {
  for (int i = threadIdx.x; i < v.size(); i += blockDim.x) v[i] *= v[i];
}
__global__ void sum_of(Vector<int> *v, int *out) {
  int s = 0;
  for (int x : *v) s += x;
  *out = s;
}

struct Tree {
  int key, count;
  Tree *child[2];
};
static Tree *make_tree(int lo, int hi) {
  if (lo >= hi) return nullptr;
  Tree *t;
  cudaMallocManaged(&t, sizeof *t);
  int mid = (lo + hi) / 2;
  *t = {mid * 3, 0, {make_tree(lo, mid), make_tree(mid + 1, hi)}};
  return t;
}
static int count_hits(Tree *t) {
  if (!t) return 0;
  int total = t->count + count_hits(t->child[0]) + count_hits(t->child[1]);
  cudaFree(t);
  return total;
}
__global__ void look_up(Tree *root, int n) {
  int key = blockIdx.x * blockDim.x + threadIdx.x;
  if (key >= n) return;
  for (Tree *t = root; t; t = t->child[key > t->key])
    if (t->key == key) {
      atomicAdd(&t->count, 1);
      return;
    }
}

struct Settings {
  float gain;
  int shape[3];
};
__device__ __managed__ int total = 5;
__managed__ Settings settings = {0.5f, {1, 2, 3}};
__managed__ double table[4];
static __managed__ int *list;
__device__ __managed__ unsigned long long ticks;
__global__ void use_managed() {
  int t = threadIdx.x;
  atomicAdd(&total, t);
  table[t % 4] = settings.gain * (t % 4) + settings.shape[2];
  if (list) list[t] = t + 1;
  atomicAdd(&ticks, 1ull);
}

int main() {
  DataElement *e = new DataElement;
  e->value = 10;
  e->name = "hello";
  by_pointer<<<1, 1>>>(e);
  cudaDeviceSynchronize();
  by_reference<<<1, 1>>>(*e);
  int *out;
  cudaMallocManaged(&out, sizeof(int));
  by_value<<<1, 1>>>(e, out);
  cudaDeviceSynchronize();
  printf("%s %d %d\n", e->name.c_str(), e->value, *out);
  delete e;
  Vector<int> *v = new Vector<int>;
  for (int i = 0; i < 50; ++i) v->push_back(i);
  squares<<<1, 32>>>(*v);
  sum_of<<<1, 1>>>(v, out);
  cudaDeviceSynchronize();
  printf("%d\n", *out);
  delete v;
  Tree *root = make_tree(0, 40);
  look_up<<<2, 64>>>(root, 120);
  cudaDeviceSynchronize();
  printf("hits %d\n", count_hits(root));

  printf("%d %g %d\n", total, settings.gain, settings.shape[2]);
  settings.gain = 2;
  cudaMallocManaged(&list, 32 * sizeof(int));
  use_managed<<<1, 32>>>();
  cudaDeviceSynchronize();
  printf("%d %g %d %llu\n", total, table[3], list[31], ticks);
  total = 0;
  use_managed<<<2, 32>>>();
  cudaDeviceSynchronize();
  printf("%d %llu\n", total, ticks);

  const int n = 1 << 16;
  float *big;
  int device = -1;
  cudaGetDevice(&device);
  cudaMallocManaged(&big, n * sizeof(float));
  for (int i = 0; i < n; ++i) big[i] = 1.0f;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamAttachMemAsync(stream, big, 0, cudaMemAttachGlobal);
  cudaStreamSynchronize(stream);
  cudaMemset(big + n / 2, 0, n / 2 * sizeof(float));
  cudaDeviceSynchronize();
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += big[i];
  printf("%g\n", sum);
  cudaStreamDestroy(stream);
  cudaFree(big), cudaFree(list), cudaFree(out);
  return cudaGetLastError();
}
