//! A pixel's four bytes go into one store; clang 14 and 16 give it the line of the brace.
//! expect: out_of_bounds
//! who: Thread (0, 0) of block (0, 3)
__device__ uchar4 shade(float value) {
  uchar4 colour;
  colour.x = static_cast<unsigned char>(255 * value);
  colour.y = static_cast<unsigned char>(255 * (1 - value));
  colour.z = 0;
  colour.w = 255;
  return colour;
}

__global__ void paint(uchar4* image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float value = 0;
  if (x < width) {
    value = static_cast<float>(x + y) / static_cast<float>(width + height);
  }
  image[y * width + x] = shade(value);  // fault
}

int main() {
  const int width = 64, height = 48;
  uchar4* image;
  cudaMalloc(&image, width * height * sizeof(uchar4));  // allocation
  paint<<<dim3(4, 4), dim3(16, 16)>>>(image, width, height);
  cudaDeviceSynchronize();
  cudaFree(image);
}
