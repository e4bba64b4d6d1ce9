// tex as inline PTX, beside the functions that make it; gathers.
#include <cstdio>

__device__ float4 tex_1d(cudaTextureObject_t t, float x) {
  float4 v;
  asm volatile("tex.1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5}];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(t), "f"(x));
  return v;
}

__device__ float4 tex_2d(cudaTextureObject_t t, float x, float y) {
  float4 v;
  asm("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
      : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
      : "l"(t), "f"(x), "f"(y));
  return v;
}

__device__ float4 tex_2d_texel(cudaTextureObject_t t, int x, int y) {
  float4 v;
  asm("tex.2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
      : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
      : "l"(t), "r"(x), "r"(y));
  return v;
}

__device__ int fetch_int(cudaTextureObject_t t, int x) {
  int v, unused;
  asm("tex.1d.v4.s32.s32 {%0, %1, %1, %1}, [%2, {%3}];" : "=r"(v), "=r"(unused) : "l"(t), "r"(x));
  return v;
}

__global__ void sample(cudaTextureObject_t line, cudaTextureObject_t image, cudaTextureObject_t numbers, int n) {
  const int i = threadIdx.x;
  const float4 a = tex_1d(line, i * 0.75f - 1.0f);
  const float4 b = tex_2d(image, i * 0.5f, i * 0.25f + 0.5f);
  float4 c = {};
  if (i % 3 != 0)  // some lanes only
    c = tex_2d_texel(image, i % 4, i % 2);
  const float again = tex2D<float>(image, i * 0.5f, i * 0.25f + 0.5f);
  printf("%2d: %g %g %g %g | %g %s | %g | %d\n", i, a.x, a.y, a.z, a.w, b.x, b.x == again ? "same" : "differs", c.x,
         fetch_int(numbers, i * 2 % n));
  const float4 g = tex2Dgather<float4>(image, 0.25f + i * 0.5f, 1.0f);
  printf("%2d: %g %g %g %g\n", i, g.x, g.y, g.z, g.w);
}

cudaTextureObject_t make_texture(cudaArray_t array, cudaTextureFilterMode filter) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.filterMode = filter;
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  return texture;
}

int main() {
  const float values[8] = {1, 2, 4, 8, 16, 32, 64, 128};
  const cudaChannelFormatDesc two = cudaCreateChannelDesc<float2>(), one = cudaCreateChannelDesc<float>();
  cudaArray_t line, image;
  cudaMallocArray(&line, &two, 4);
  cudaMemcpy2DToArray(line, 0, 0, values, sizeof values, sizeof values, 1, cudaMemcpyHostToDevice);
  cudaMallocArray(&image, &one, 4, 2, cudaArrayTextureGather);
  cudaMemcpy2DToArray(image, 0, 0, values, 16, 16, 2, cudaMemcpyHostToDevice);
  int* numbers;
  const int host[6] = {10, -20, 30, -40, 50, -60};
  cudaMalloc(&numbers, sizeof host);
  cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice);
  cudaResourceDesc linear = {};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear = {numbers, cudaCreateChannelDesc<int>(), sizeof host};
  cudaTextureDesc plain = {};
  cudaTextureObject_t of_numbers = 0;
  cudaCreateTextureObject(&of_numbers, &linear, &plain, nullptr);
  const cudaTextureObject_t of_line = make_texture(line, cudaFilterModeLinear);
  const cudaTextureObject_t of_image = make_texture(image, cudaFilterModeLinear);
  sample<<<1, 8>>>(of_line, of_image, of_numbers, 6);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaDestroyTextureObject(of_line);
  cudaDestroyTextureObject(of_image);
  cudaDestroyTextureObject(of_numbers);
  cudaFreeArray(line);
  cudaFreeArray(image);
  cudaFree(numbers);
}
