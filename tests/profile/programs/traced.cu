// A kernel whose steps are known by hand: tests/profile/trace_test.cpp asserts what each line did.
struct Pair {
  float x;
  int y;
};

__device__ float squared(float v) {
  float w = v * v;
  return w;
}

__global__ void traced(const float* in, float* out, int n) {
  __shared__ float tile[4][8];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float acc[2] = {0, 0};
  Pair p{1.5f, -2};
  if (i < n) {
    for (int j = 0; j < 2; ++j) {
      acc[j] = squared(in[i]) + j;
    }
    tile[threadIdx.x / 8][threadIdx.x % 8] = acc[1] + p.x;
    out[i] = tile[threadIdx.x / 8][threadIdx.x % 8];
  }
}

int main() {
  float host[64];
  for (int i = 0; i < 64; ++i) {
    host[i] = 0.5f * i;
  }
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  traced<<<2, 32>>>(in, out, 50);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  cudaFree(in);
  return 0;
}
