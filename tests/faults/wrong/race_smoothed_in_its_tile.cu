//! Shorts are smoothed in the tile that the neighbours still read.
//! expect: race
//! says: compute into a variable, then __syncthreads(), then write it back
#define BLOCK 64

__global__ void smooth(const short* in, short* out) {
  __shared__ short tile[BLOCK + 2];
  int i = blockIdx.x * BLOCK + threadIdx.x, t = threadIdx.x + 1;
  tile[t] = in[i];
  if (threadIdx.x == 0)
    tile[0] = tile[BLOCK + 1] = 0;
  __syncthreads();
  tile[t] = (tile[t - 1] + tile[t] + tile[t + 1]) / 3;  // fault
  __syncthreads();
  out[i] = tile[t];
}

int main() {
  short host[2 * BLOCK], *in, *out;
  for (int i = 0; i < 2 * BLOCK; ++i)
    host[i] = i * i % 50;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  smooth<<<2, BLOCK>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
