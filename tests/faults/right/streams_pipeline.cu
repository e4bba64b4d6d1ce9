// Four streams over pinned chunks: copy in, kernel, copy out.
#include <cstdio>

__global__ void work(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * in[i] + 1.0f;
}

int main() {
  const int n = 4001, streams = 4, chunk = (n + streams - 1) / streams;
  float *in, *out, *d_in, *d_out;
  cudaMallocHost((void**)&in, n * sizeof(float));
  cudaMallocHost((void**)&out, n * sizeof(float));
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    in[i] = i % 50;
  cudaStream_t stream[streams];
  for (int s = 0; s < streams; ++s)
    cudaStreamCreate(&stream[s]);
  for (int s = 0; s < streams; ++s) {
    int begin = s * chunk, count = n - begin < chunk ? n - begin : chunk;
    cudaMemcpyAsync(d_in + begin, in + begin, count * sizeof(float), cudaMemcpyHostToDevice,
                    stream[s]);
    work<<<(count + 127) / 128, 128, 0, stream[s]>>>(d_in + begin, d_out + begin, count);
    cudaMemcpyAsync(out + begin, d_out + begin, count * sizeof(float), cudaMemcpyDeviceToHost,
                    stream[s]);
  }
  for (int s = 0; s < streams; ++s) {
    cudaStreamSynchronize(stream[s]);
    cudaStreamDestroy(stream[s]);
  }
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += out[i] != in[i] * in[i] + 1.0f;
  cudaFreeHost(in);
  cudaFreeHost(out);
  cudaFree(d_in);
  cudaFree(d_out);
  return wrong != 0;
}
