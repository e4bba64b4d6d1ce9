//! Memory that is given back at the very end: by owners that are destroyed behind main, by a function of atexit, in the
//! order of a stream.
#include <cstdlib>
#include <memory>

struct Free {
  void operator()(float* p) const { cudaFree(p); }
};
std::unique_ptr<float, Free> global;
float* kept;

struct Holder {
  float* p = nullptr;
  ~Holder() { cudaFree(p); }
};

int main() {
  static Holder holder;
  float *p, *q;
  cudaMalloc(&p, 400);
  global.reset(p);
  cudaMalloc(&holder.p, 400);
  cudaMalloc(&kept, 400);
  atexit([] { cudaFree(kept); });
  cudaMallocAsync(&q, 400, 0);
  cudaFreeAsync(q, 0);
}
