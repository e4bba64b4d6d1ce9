// Unoptimised code keeps every variable in local memory, and copies structs byte by byte.
//! flags: -O0
struct Range {
  short first;
  int last;
  char name[5];
};

__device__ Range make(int i) {
  Range r;
  r.first = i;
  r.last = i + 10;
  r.name[0] = 'r';
  r.name[1] = 0;
  return r;
}

__device__ int width(Range r) {
  Range copy = r;
  int length = 0;
  while (copy.name[length] != 0)
    ++length;
  return copy.last - copy.first + length;
}

__global__ void widths(int* out) {
  Range r[3];
  for (int k = 0; k < 3; ++k)
    r[k] = make(threadIdx.x + k);
  int sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += width(r[k]);
  out[threadIdx.x] = sum;
}

int main() {
  int h[32], *out;
  cudaMalloc(&out, sizeof h);
  widths<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return h[0] == 33 && h[31] == 33 ? 0 : 1;
}
