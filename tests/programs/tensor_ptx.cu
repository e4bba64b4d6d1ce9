// simcc: -arch=sm_80
// Tensor cores by inline PTX: tiles by cp.async, ldmatrix with and without .trans, mma.sync with halves and bytes. Sums are exact.
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

__device__ __forceinline__ void ldmatrix_x4(uint32_t (&r)[4], const void* row) {
  uint32_t address = static_cast<uint32_t>(__cvta_generic_to_shared(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(address));
}

__device__ __forceinline__ void ldmatrix_x2_trans(uint32_t (&r)[2], const void* row) {
  uint32_t address = static_cast<uint32_t>(__cvta_generic_to_shared(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\n" : "=r"(r[0]), "=r"(r[1]) : "r"(address));
}

__device__ __forceinline__ void mma16816(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

constexpr int kM = 32, kN = 32, kK = 64, kStep = 16;

// One block; each of four warps makes 16 x 16 of C = A * B.
__global__ void halves(const half* a, const half* b, float* c) {
#if __CUDA_ARCH__ >= 800
  __shared__ __align__(16) half left[kM][kStep + 8];
  __shared__ __align__(16) half right[kStep][kN + 8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int row = warp / 2 * 16, column = warp % 2 * 16;
  float sum[2][4] = {};
  for (int begin = 0; begin < kK; begin += kStep) {
    for (int i = threadIdx.x; i < kM * kStep / 8; i += blockDim.x) {
      uint32_t to = static_cast<uint32_t>(__cvta_generic_to_shared(&left[i / 2][i % 2 * 8]));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(a + i / 2 * kK + begin + i % 2 * 8));
    }
    for (int i = threadIdx.x; i < kStep * kN / 8; i += blockDim.x) {
      uint32_t to = static_cast<uint32_t>(__cvta_generic_to_shared(&right[i / 4][i % 4 * 8]));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(b + (begin + i / 4) * kN + i % 4 * 8));
    }
    asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;\n" ::: "memory");
    __syncthreads();
    uint32_t of_a[4], of_b[2];
    ldmatrix_x4(of_a, &left[row + lane % 16][lane / 16 * 8]);
    for (int half_of_tile = 0; half_of_tile < 2; ++half_of_tile) {
      ldmatrix_x2_trans(of_b, &right[lane % 16][column + half_of_tile * 8]);
      mma16816(sum[half_of_tile], of_a, of_b);
    }
    __syncthreads();
  }
  for (int n = 0; n < 2; ++n) {
    float* at = c + (row + lane / 4) * kN + column + n * 8 + lane % 4 * 2;
    at[0] = sum[n][0];
    at[1] = sum[n][1];
    at[8 * kN] = sum[n][2];
    at[8 * kN + 1] = sum[n][3];
  }
#endif
}

// One warp: 16 x 8 = 16 x 32 by 32 x 8 of bytes, the second with its columns in one piece.
__global__ void bytes(const int8_t* a, const uint8_t* b, int* c) {
#if __CUDA_ARCH__ >= 800
  const int group = threadIdx.x / 4, part = threadIdx.x % 4 * 4;
  const auto word = [](const void* p) { return *static_cast<const uint32_t*>(p); };
  const uint32_t a0 = word(a + group * 32 + part), a1 = word(a + (group + 8) * 32 + part);
  const uint32_t a2 = word(a + group * 32 + part + 16), a3 = word(a + (group + 8) * 32 + part + 16);
  const uint32_t b0 = word(b + group * 32 + part), b1 = word(b + group * 32 + part + 16);
  int d[4];
  asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %11};"
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1), "r"(7), "r"(0x7fffffff));
  for (int i = 0; i < 4; ++i) c[(group + i / 2 * 8) * 8 + threadIdx.x % 4 * 2 + i % 2] = d[i];
#endif
}

int main() {
  half *a, *b;
  float* c;
  cudaMallocManaged(&a, kM * kK * sizeof(half));
  cudaMallocManaged(&b, kK * kN * sizeof(half));
  cudaMallocManaged(&c, kM * kN * sizeof(float));
  for (int i = 0; i < kM * kK; ++i) a[i] = __float2half(float(i * 5 % 11 - 5));
  for (int i = 0; i < kK * kN; ++i) b[i] = __float2half(float(i * 3 % 7 - 3));
  halves<<<1, 128>>>(a, b, c);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  int wrong = 0;
  for (int r = 0; r < kM; ++r) {
    for (int s = 0; s < kN; ++s) {
      float sum = 0;
      for (int i = 0; i < kK; ++i) sum += __half2float(a[r * kK + i]) * __half2float(b[i * kN + s]);
      wrong += c[r * kN + s] != sum;
    }
  }
  std::printf("halves: %d wrong, c[33] = %g\n", wrong, c[33]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);

  int8_t* small_a;
  uint8_t* small_b;
  int* small_c;
  cudaMallocManaged(&small_a, 16 * 32);
  cudaMallocManaged(&small_b, 8 * 32);
  cudaMallocManaged(&small_c, 16 * 8 * sizeof(int));
  for (int i = 0; i < 512; ++i) small_a[i] = int8_t(i * 37 % 256 - 128);
  for (int i = 0; i < 256; ++i) small_b[i] = uint8_t(i * 59 % 256);
  bytes<<<1, 32>>>(small_a, small_b, small_c);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  wrong = 0;
  int saturated = 0;
  for (int r = 0; r < 16; ++r) {
    for (int s = 0; s < 8; ++s) {
      long long sum = r >= 8 && s % 2 == 1 ? 0x7fffffff : 7;
      for (int i = 0; i < 32; ++i) sum += small_a[r * 32 + i] * small_b[s * 32 + i];
      saturated += sum > 0x7fffffff;
      wrong += small_c[r * 8 + s] != int(sum > 0x7fffffff ? 0x7fffffff : sum);
    }
  }
  std::printf("bytes: %d wrong, %d at the end of int\n", wrong, saturated);
  cudaFree(small_a);
  cudaFree(small_b);
  cudaFree(small_c);
}
