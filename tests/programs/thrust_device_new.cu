// thrust::device_new constructs: by the default constructor, by an example, in memory that is there, and with virtual functions.
// simulator only: the Thrust of CUDA 13.0 constructs the first of several objects alone
#include <cstdio>
#include <thrust/device_delete.h>
#include <thrust/device_malloc.h>
#include <thrust/device_new.h>
#include <thrust/device_ptr.h>

struct Table {
  int squares[200];
  __host__ __device__ Table() {
    for (int i = 0; i < 200; ++i) {
      squares[i] = i * i;
    }
  }
};
struct Shape {
  float size;
  __host__ __device__ explicit Shape(float of = 1) : size(of) {}
  __host__ __device__ virtual float area() const { return size * size; }
};

__global__ void use(const Table* tables, const Shape* shapes, float* out) {
  out[threadIdx.x] = tables[threadIdx.x].squares[9] + shapes[threadIdx.x].area();
}

int main() {
  thrust::device_ptr<Table> tables = thrust::device_new<Table>(3);
  thrust::device_ptr<Shape> shapes =
      thrust::device_new<Shape>(thrust::device_ptr<void>(thrust::device_malloc<Shape>(3).get()), Shape(0.5f), 3);
  thrust::device_ptr<float> out = thrust::device_new<float>(3);
  use<<<1, 3>>>(thrust::raw_pointer_cast(tables), thrust::raw_pointer_cast(shapes), thrust::raw_pointer_cast(out));
  std::printf("%g %g\n", static_cast<float>(out[0]), static_cast<float>(out[2]));
  thrust::device_delete(tables, 3);
  thrust::device_delete(shapes, 3);
  thrust::device_delete(out);
}
