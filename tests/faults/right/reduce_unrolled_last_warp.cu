// The unrolled last warp of the classic reduction, as it must be since sm_70: __syncwarp between
// read and write.
template <unsigned kBlock>
__device__ void last_warp(volatile float* s, unsigned t) {
  float v = s[t];
  if (kBlock >= 64) {
    v += s[t + 32];
    __syncwarp();
    s[t] = v;
    __syncwarp();
  }
  v += s[t + 16];
  __syncwarp();
  s[t] = v;
  __syncwarp();
  v += s[t + 8];
  __syncwarp();
  s[t] = v;
  __syncwarp();
  v += s[t + 4];
  __syncwarp();
  s[t] = v;
  __syncwarp();
  v += s[t + 2];
  __syncwarp();
  s[t] = v;
  __syncwarp();
  v += s[t + 1];
  __syncwarp();
  s[t] = v;
}

template <unsigned kBlock>
__global__ void reduce(const float* in, float* out) {
  __shared__ float s[kBlock];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * kBlock + t];
  __syncthreads();
  if constexpr (kBlock >= 256) {
    if (t < 128)
      s[t] += s[t + 128];
    __syncthreads();
  }
  if constexpr (kBlock >= 128) {
    if (t < 64)
      s[t] += s[t + 64];
    __syncthreads();
  }
  if (t < 32)
    last_warp<kBlock>(s, t);
  if (t == 0)
    out[blockIdx.x] = s[0];
}

int main() {
  float host[512], part[2];
  for (int i = 0; i < 512; ++i)
    host[i] = i;
  float *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof part);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  reduce<256><<<2, 256>>>(in, out);
  cudaMemcpy(part, out, sizeof part, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return part[0] == 255 * 128 && part[0] + part[1] == 511 * 256 ? 0 : 1;
}
