//! Heat on a plate: two surfaces in turns, boundary modes at the edges, and the result through a texture of the same array.
//! prints: sum 400.000 centre 5.072 corner 0.005
//! prints: zero 0 clamp 1.5
#include <cstdio>

__global__ void step(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float self, left, right, up, down;
  surf2Dread(&self, in, x * sizeof(float), y);
  surf2Dread(&left, in, (x - 1) * 4, y, cudaBoundaryModeClamp);
  surf2Dread(&right, in, (x + 1) * 4, y, cudaBoundaryModeClamp);
  surf2Dread(&up, in, x * 4, y - 1, cudaBoundaryModeClamp);
  surf2Dread(&down, in, x * 4, y + 1, cudaBoundaryModeClamp);
  surf2Dwrite(self + 0.2f * (left + right + up + down - 4 * self), out, x * 4, y);
}

__global__ void collect(cudaTextureObject_t plate, float* out, int width, int height) {
  for (int i = threadIdx.x; i < width * height; i += blockDim.x) {
    out[i] = tex2D<float>(plate, i % width + 0.5f, i / width + 0.5f);
  }
}

__global__ void beyond(cudaSurfaceObject_t surface, float* out) {
  surf2Dwrite(9.0f, surface, 4000, 0, cudaBoundaryModeZero);  // dropped
  out[0] = surf2Dread<float>(surface, 4000, 0, cudaBoundaryModeZero);
  surf2Dwrite(1.5f, surface, 4000, 0, cudaBoundaryModeClamp);
  out[1] = surf2Dread<float>(surface, 4000, 0, cudaBoundaryModeClamp);
}

int main() {
  const int width = 21, height = 19;
  static float host[height][width];
  host[9][10] = 400;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array[2];
  cudaSurfaceObject_t surface[2];
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  for (int i = 0; i < 2; ++i) {
    cudaMallocArray(&array[i], &format, width, height, cudaArraySurfaceLoadStore);
    resource.res.array.array = array[i];
    cudaCreateSurfaceObject(&surface[i], &resource);
  }
  cudaMemcpy2DToArray(array[0], 0, 0, host, sizeof host[0], sizeof host[0], height, cudaMemcpyHostToDevice);
  dim3 block(8, 8), grid((width + 7) / 8, (height + 7) / 8);
  for (int i = 0; i < 31; ++i) {
    step<<<grid, block>>>(surface[i % 2], surface[1 - i % 2], width, height);
  }
  cudaTextureDesc description = {};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);  // of array[1], the last that was written
  float* out;
  cudaMalloc(&out, sizeof host);
  collect<<<1, 128>>>(texture, out, width, height);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < width * height; ++i) {
    sum += host[0][i];
  }
  std::printf("sum %.3f centre %.3f corner %.3f\n", sum, host[9][10], host[0][0]);
  beyond<<<1, 1>>>(surface[0], out);
  cudaMemcpy(host, out, 2 * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("zero %g clamp %g\n", host[0][0], host[0][1]);
  cudaDestroyTextureObject(texture);
  for (int i = 0; i < 2; ++i) {
    cudaDestroySurfaceObject(surface[i]);
    cudaFreeArray(array[i]);
  }
  cudaFree(out);
}
