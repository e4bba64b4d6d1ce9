// Kernels and the host at work on different elements of one managed array, and on different managed variables.
//! prints: 0 1 2 -3 -4 -5 16 17 18, 1000 7 40
#include <cstdio>

__managed__ int total = 1;
__managed__ int length = 1000;
__managed__ int table[4] = {10, 20, 30, 40};

struct Object {
  int* values;
  int first;
};

__global__ void number(int* part, int n, int add) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) part[i] = i + add;
  if (i == 0) total = 7;
}

__global__ void fill(Object* object, int n) {
  const int i = threadIdx.x;
  if (i < n) object->values[i] = i;
  if (i == 0) object->first += 5;
}

int main() {
  const int n = 3;
  int* a;
  cudaMallocManaged(&a, 3 * n * sizeof(int));
  number<<<1, 32>>>(a, n, 0);
  for (int i = n; i < 2 * n; ++i) a[i] = -i;
  number<<<1, 32>>>(a + 2 * n, n, 16);
  for (int i = n; i < 2 * n; ++i) a[i] += 0 * a[i];
  const int most = length, last = table[3];  // which no kernel writes
  cudaDeviceSynchronize();

  // Many launches on their way, each of a length that the host reads.
  for (int k = 0; k < 100; ++k) number<<<(length + 999) / 1000, 32>>>(a, n, 0);
  cudaDeviceSynchronize();

  // Objects side by side; the runtime sets a pointer beside one that a kernel works on.
  Object* objects;
  cudaMallocManaged(&objects, 3 * sizeof(Object));
  for (int k = 0; k < 3; ++k) {
    cudaMallocManaged(&objects[k].values, 4 * sizeof(int));
    objects[k].first = k;
    fill<<<1, 32>>>(objects + k, 4);
  }
  cudaDeviceSynchronize();
  bool right = true;
  for (int k = 0; k < 3; ++k) {
    right &= objects[k].first == k + 5 && objects[k].values[3] == 3;
    cudaFree(objects[k].values);
  }
  for (int i = 0; i < 3 * n; ++i) printf("%d%s", a[i], i + 1 < 3 * n ? " " : ", ");
  printf("%d %d %d\n", most, right ? total : 0, last);
  cudaFree(objects);
  cudaFree(a);
}
