//! Threads that share words of global memory, but not bytes: each reads and writes its own ones, by turns.
#include <cstdio>

/// The first of four threads has the outer bytes of a word, the second the inner ones; the other two look on.
__global__ void outer_and_inner(unsigned char* bytes, int* out) {
  const unsigned t = threadIdx.x, word = t / 4 * 4;
  int sum = 0;
  if (t % 4 == 0) {
    sum = bytes[word] + bytes[word + 3];
    bytes[word] = static_cast<unsigned char>(sum);
    sum += bytes[word + 3];
  } else if (t % 4 == 1) {
    sum = bytes[word + 1] - bytes[word + 2];
    bytes[word + 2] = static_cast<unsigned char>(sum);
    bytes[word + 1] = 3;
    sum += bytes[word + 2];
  }
  out[t] = sum;
}

/// Everybody reads all bytes of a word, then, behind a barrier, writes one.
__global__ void all_then_one(unsigned char* bytes, int* out) {
  const unsigned t = threadIdx.x, word = t / 4 * 4;
  int sum = 0;
  for (int turn = 0; turn < 3; ++turn) {
    for (unsigned b = 0; b < 4; ++b) {
      sum += bytes[word + (t + b) % 4];
    }
    sum += *reinterpret_cast<const unsigned*>(bytes + word) % 7;
    __syncthreads();
    bytes[t] = static_cast<unsigned char>(sum);
    __syncwarp();
    sum += bytes[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

/// Halves of pixels of three channels.
__global__ void swap_channels(unsigned short* pixels, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned short red = pixels[3 * i];
    pixels[3 * i] = pixels[3 * i + 2];
    pixels[3 * i + 2] = red;
    pixels[3 * i + 1] = static_cast<unsigned short>(pixels[3 * i + 1] / 2);
  }
}

int main() {
  unsigned char* bytes;
  int* out;
  cudaMalloc(&bytes, 3000);
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemset(bytes, 5, 3000);
  outer_and_inner<<<1, 250>>>(bytes, out);
  all_then_one<<<1, 256>>>(bytes, out);
  swap_channels<<<4, 128>>>(reinterpret_cast<unsigned short*>(bytes), 499);
  cudaDeviceSynchronize();
  cudaFree(bytes);
  cudaFree(out);
}
