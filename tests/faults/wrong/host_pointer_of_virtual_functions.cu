//! An object with virtual functions is made on the host and copied: it holds a pointer to the host's table of them. A
//! managed variable lies near that table.
//! expect: host_pointer
//! says: It is no argument of the kernel, but was read from memory
#include <cstdio>

struct Shape {
  __host__ __device__ virtual float area() const { return 0; }
};

struct Square : Shape {
  float side = 2;
  __host__ __device__ float area() const override { return side * side; }
};

__managed__ int calls;

__global__ void measure(const Shape* shape, float* area) {
  ++calls;
  *area = shape->area();  // fault
}

int main() {
  Square square;
  Shape* shape;
  float* area;
  cudaMalloc(&shape, sizeof square);
  cudaMalloc(&area, sizeof(float));
  cudaMemcpy(shape, &square, sizeof square, cudaMemcpyHostToDevice);
  measure<<<1, 1>>>(shape, area);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(shape);
  cudaFree(area);
}
