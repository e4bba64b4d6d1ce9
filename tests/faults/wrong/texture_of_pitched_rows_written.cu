//! Each thread sets its pixel and then reads it back, filtered, through a texture of the same rows.
//! expect: race
//! says: after it wrote it
#include <cstring>

__global__ void grow(uchar4* image, size_t pitch, cudaTextureObject_t texels, float4* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width && y < height) {
    uchar4* row = (uchar4*)((char*)image + y * pitch);
    row[x] = make_uchar4(x, y, 0, 255);  // fault
    out[y * width + x] = tex2D<float4>(texels, x + 0.5f, y + 0.5f);  // fault
  }
}

int main() {
  const int width = 40, height = 3;
  uchar4* image;
  float4* out;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, width * sizeof(uchar4), height);  // allocation
  cudaMalloc(&out, width * height * sizeof(float4));
  cudaMemset2D(image, pitch, 0, width * sizeof(uchar4), height);
  cudaResourceDesc resource;
  cudaTextureDesc description;
  memset(&resource, 0, sizeof resource);
  memset(&description, 0, sizeof description);
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = image;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  description.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t texels = 0;
  cudaCreateTextureObject(&texels, &resource, &description, nullptr);
  grow<<<dim3(2, height), 32>>>(image, pitch, texels, out, width, height);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texels);
  cudaFree(image);
  cudaFree(out);
}
