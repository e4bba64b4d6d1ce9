//! Unoptimised, all variables of a thread lie in its stack: the element past an array's end is the first of the next array.
//! flags: -O0
//! expect: out_of_bounds
//! who: Thread 4 of block 0 (and 27 more of its warp)
//! says: local
__global__ void sort_in(const int* keys, int* out) {
  int low[4] = {}, high[4] = {};
  int* half = keys[threadIdx.x] < 16 ? out : out + 32;
  low[keys[threadIdx.x]] = 1;  // fault
  high[0] = 2;
  half[threadIdx.x] = low[0] + high[3];
}

int main() {
  int keys[32], *device, *out;
  for (int i = 0; i < 32; i++)
    keys[i] = i < 4 ? i : 4 + i % 3;
  cudaMalloc(&device, sizeof keys);
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemcpy(device, keys, sizeof keys, cudaMemcpyHostToDevice);
  sort_in<<<1, 32>>>(device, out);
  cudaDeviceSynchronize();
  cudaFree(device);
  cudaFree(out);
}
