//! Texels are fetched first, and written after a barrier; the next launch fetches them again. Other words may be written.
#include <cstdio>
#include <cstring>

__global__ void blur(float* data, cudaTextureObject_t texels, int n) {
  int i = threadIdx.x;
  float left = tex1Dfetch<float>(texels, i > 0 ? i - 1 : 0);
  float right = tex1Dfetch<float>(texels, i < n - 1 ? i + 1 : n - 1);
  __syncthreads();
  if (i < n)
    data[i] = 0.5f * (left + right);
}

/// The texture covers the first half, the results go to the second one.
__global__ void upper_half(float* data, cudaTextureObject_t texels, int n) {
  int i = threadIdx.x;
  if (i < n) {
    data[n + i] = 2.0f * tex1Dfetch<float>(texels, i);
    __syncwarp(__activemask());
    data[n + i] += tex1Dfetch<float>(texels, n - 1 - i);
  }
}

/// What is only read is loaded through the same cache, and memory of no texture may be written before.
__global__ void halves(cudaTextureObject_t texels, const float* __restrict__ in, float* __restrict__ out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    out[i] = tex1Dfetch<float>(texels, i);
    out[i] += in[i];
  }
}

int main() {
  const int n = 64;
  float *data, *out, result[2 * n];
  cudaMalloc(&data, 2 * n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  for (int i = 0; i < 2 * n; i++)
    result[i] = i;
  cudaMemcpy(data, result, sizeof result, cudaMemcpyHostToDevice);
  cudaResourceDesc resource;
  cudaTextureDesc description;
  memset(&resource, 0, sizeof resource);
  memset(&description, 0, sizeof description);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = n * sizeof(float);
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texels = 0;
  cudaCreateTextureObject(&texels, &resource, &description, nullptr);
  for (int step = 0; step < 3; step++)
    blur<<<1, n>>>(data, texels, n);
  upper_half<<<1, n>>>(data, texels, n);
  halves<<<1, n>>>(texels, data + n, out, n);
  cudaMemcpy(result, data, sizeof result, cudaMemcpyDeviceToHost);
  printf("%g %g %g %g\n", result[0], result[n - 1], result[n], result[2 * n - 1]);
  cudaMemcpy(result, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\n", result[0], result[n - 1]);
  cudaDestroyTextureObject(texels);
  cudaFree(data);
  cudaFree(out);
}
