// Block sum with shuffles and shared memory, unoptimised.
//! flags: -O0
template <typename T, typename Op>
__device__ T block_reduce(T v, Op op) {
  __shared__ T cell[32];
  for (int d = 16; d > 0; d /= 2)
    v = op(v, __shfl_down_sync(0xffffffffu, v, d));
  if (threadIdx.x % 32 == 0)
    cell[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < blockDim.x / 32; ++w)
      v = op(v, cell[w]);
  }
  __syncthreads();
  return v;
}

struct Max {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

__global__ void both(const int* in, int* out) {
  int v = in[threadIdx.x];
  int sum = block_reduce(v, [](int a, int b) { return a + b; });
  int top = block_reduce(v, Max());
  if (threadIdx.x == 0) {
    out[0] = sum;
    out[1] = top;
  }
}

int main() {
  int h[128], r[2], *in, *out;
  for (int i = 0; i < 128; ++i)
    h[i] = i * 5 % 128;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  both<<<1, 128>>>(in, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return r[0] == 127 * 64 && r[1] == 127 ? 0 : 1;
}
