// A texture over linear memory, fetched by index; the memory outlives the texture.
#include <cstring>

__global__ void gather(cudaTextureObject_t t, const int* index, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = tex1Dfetch<float>(t, index[i]);
}

int main() {
  const int n = 60;
  float h[n], r[n], *data, *out;
  int idx[n], *index;
  for (int i = 0; i < n; ++i)
    h[i] = 0.5f * i, idx[i] = (7 * i) % n;
  cudaMalloc(&data, sizeof h), cudaMalloc(&out, sizeof r), cudaMalloc(&index, sizeof idx);
  cudaMemcpy(data, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(index, idx, sizeof idx, cudaMemcpyHostToDevice);
  cudaResourceDesc resource;
  cudaTextureDesc description;
  memset(&resource, 0, sizeof resource);
  memset(&description, 0, sizeof description);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = sizeof h;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, NULL);
  gather<<<2, 32>>>(texture, index, out, n);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaDestroyTextureObject(texture);
  cudaFree(data), cudaFree(out), cudaFree(index);
  for (int i = 0; i < n; ++i) {
    if (r[i] != 0.5f * idx[i])
      return 1;
  }
  return 0;
}
