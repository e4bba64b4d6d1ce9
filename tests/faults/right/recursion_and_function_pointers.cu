// A recursive quicksort on private data, and a table of functions.
typedef float (*Unary)(float);
__device__ float half(float x) {
  return 0.5f * x;
}
__device__ float square(float x) {
  return x * x;
}
__device__ Unary table[2] = {half, square};

__device__ void quicksort(int* a, int low, int high) {
  if (low >= high)
    return;
  int pivot = a[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (a[i] < pivot)
      ++i;
    while (a[j] > pivot)
      --j;
    if (i <= j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
  quicksort(a, low, j);
  quicksort(a, i, high);
}

__global__ void work(int* rows, float* f) {
  quicksort(rows + 16 * threadIdx.x, 0, 15);
  f[threadIdx.x] = table[threadIdx.x % 2](threadIdx.x);
}

int main() {
  int h[16 * 8], *rows;
  float r[8], *f;
  for (int i = 0; i < 128; ++i)
    h[i] = i * 61 % 97;
  cudaMalloc(&rows, sizeof h);
  cudaMalloc(&f, sizeof r);
  cudaMemcpy(rows, h, sizeof h, cudaMemcpyHostToDevice);
  work<<<1, 8>>>(rows, f);
  cudaMemcpy(h, rows, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(r, f, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(rows);
  cudaFree(f);
  for (int i = 1; i < 128; ++i) {
    if (i % 16 != 0 && h[i - 1] > h[i])
      return 1;
  }
  return r[6] == 3.0f && r[7] == 49.0f ? 0 : 2;
}
