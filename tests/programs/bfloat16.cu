// bfloat16: conversions in every direction, rounding, operators, pairs, functions, shuffles, atomics, cache hints, packed loads.
#include <cuda_bf16.h>
#include <cstdint>
#include <cstdio>
#include <vector>

using bf16 = __nv_bfloat16;
using bf162 = __nv_bfloat162;

// Eight values in one 16-byte load or store.
template <class Element>
struct alignas(16) Pack {
  static constexpr int kSize = 16 / sizeof(Element);
  Element values[kSize];
  __device__ Pack() = default;
  __device__ explicit Pack(int4 bits) { memcpy(values, &bits, sizeof(bits)); }
  __device__ int4 bits() const {
    int4 result;
    memcpy(&result, values, sizeof(result));
    return result;
  }
};

template <class Element>
__global__ void scale_packed(const Element* in, Element* out, float factor, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * Pack<Element>::kSize;
  if (i >= n) return;
  const Pack<Element> read(__ldcs(reinterpret_cast<const int4*>(in + i)));
  Pack<Element> scaled;
  for (int k = 0; k < Pack<Element>::kSize; ++k) scaled.values[k] = (Element)((float)read.values[k] * factor);
  __stcg(reinterpret_cast<int4*>(out + i), scaled.bits());
}

// One value added through the pair that it lies in.
__device__ void add_one_of_two(bf16* to, bf16 value) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(to);
  bf162* pair = reinterpret_cast<bf162*>(address & ~uintptr_t(3));
  const bf16 nothing = __ushort_as_bfloat16(0);
  atomicAdd(pair, (address & 3) != 0 ? __halves2bfloat162(nothing, value) : __halves2bfloat162(value, nothing));
}

__global__ void sums(const bf16* in, bf16* cells, float* out, int n) {
  bf16 sum = 0.0f;
  bf162 pair = __float2bfloat162_rn(0.0f);
  for (int i = threadIdx.x; i < n; i += 32) {
    sum += __ldg(in + i);
    pair = __hfma2(__bfloat162bfloat162(in[i]), __floats2bfloat162_rn(1.0f, -2.0f), pair);
  }
  for (int step = 16; step > 0; step /= 2) {
    sum = __hadd(sum, __shfl_xor_sync(0xffffffffu, sum, step));
    pair += __shfl_down_sync(0xffffffffu, pair, step);
  }
  atomicAdd(cells, bf16(1));
  add_one_of_two(cells + 1, bf16(0.5f));
  add_one_of_two(cells + 2, bf16(2));
  if (threadIdx.x == 0) {
    out[0] = __bfloat162float(sum);
    out[1] = __low2float(pair);
    out[2] = __high2float(pair);
  }
}

__global__ void functions(int* out) {
  const bf16 x = 2.5f, y = -1.5, nan = CUDART_NAN_BF16, inf = CUDART_INF_BF16;
  int k = 0;
  out[k++] = __bfloat16_as_ushort(__float2bfloat16_rz(1.0078f)) | __bfloat16_as_ushort(__float2bfloat16_ru(1.0001f)) << 16;
  out[k++] = __bfloat16_as_ushort(__float2bfloat16_rd(-1.0001f)) | __bfloat16_as_ushort(__float2bfloat16_rn(3.1415927f)) << 16;
  out[k++] = __bfloat162int_rn(x) + 10 * __bfloat162int_rz(y) + 100 * __bfloat162int_ru(x) + 1000 * __bfloat162int_rd(y);
  out[k++] = __hgt(x, y) + 2 * __hlt(x, y) + 4 * __hisnan(nan) + 8 * (nan == nan) + 16 * (nan != nan) + 32 * __hne(nan, x) + 64 * __hneu(nan, x);
  out[k++] = __hisinf(inf) + 10 * __hisinf(-inf) + 100 * (int)(float)__hmax(x, nan) + 1000 * (int)(float)__hmin(x, y);
  out[k++] = (int)((float)hexp2(bf16(3)) + 10 * (float)hlog2(bf16(8)) + 100 * (float)hsqrt(bf16(9)) + 1000 * (float)hrcp(bf16(0.25f)));
  out[k++] = (int)((float)htrunc(y) + 10 * (float)hrint(x) + 100 * (float)hfloor(y) + 1000 * (float)hceil(x));
  const bf162 a = make_bfloat162(x, y), b = __lowhigh2highlow(a), quotient = a / __floats2bfloat162_rn(0.5f, -0.5f);
  out[k++] = (int)((float)quotient.x * 10 + (float)quotient.y) + 100 * __hbgt2(a, b) + 1000 * (a == a) + 10000 * ((float)__hgt2(a, b).x == 1.0f);
  out[k++] = (int)__hgt2_mask(a, b);
  bf16 c = x;
  c++;
  c *= 2;
  c -= bf16(1ull);
  out[k++] = (int)(float)-c + (bool)c + (int)(float)__hfma(x, y, bf16(10));
  const __nv_bfloat16_raw raw = c;
  out[k++] = raw.x;
  out[k++] = __bfloat16_as_ushort(__ll2bfloat16_rn(0x4040000000000001ll)) | __bfloat16_as_ushort(bf16(-16777217)) << 16;
}

// Products and sums whose exponents lie farther apart than a double reaches: the small one still decides a tie.
__global__ void fused_far_apart(int* out) {
  const unsigned short cases[][3] = {{0x6198, 0x3f38, 0x1e78}, {0x4e4a, 0xaf40, 0x20aa}, {0x5ba8, 0xcc88, 0x8c97},
                                     {0xb302, 0x7020, 0xafbf}, {0x4413, 0x7240, 0x09c4}, {0x0320, 0xeec6, 0x000e},
                                     {0x3f80, 0x7f7f, 0x0001}, {0x7f00, 0x4000, 0xff00}, {0x0001, 0x0001, 0x3f81}};
  const unsigned short* c = cases[threadIdx.x];
  out[threadIdx.x] = __bfloat16_as_ushort(
      __hfma(__ushort_as_bfloat16(c[0]), __ushort_as_bfloat16(c[1]), __ushort_as_bfloat16(c[2])));
}

int main() {
  const int n = 96;
  std::vector<bf16> in(n), back(n);
  for (int i = 0; i < n; ++i) in[i] = (i % 7 - 3) * 0.25f;
  bf16 *device_in, *device_out, *cells;
  float* results;
  int* words;
  cudaMalloc(&device_in, n * sizeof(bf16));
  cudaMalloc(&device_out, n * sizeof(bf16));
  cudaMallocManaged(&cells, 4 * sizeof(bf16));
  cudaMallocManaged(&results, 3 * sizeof(float));
  cudaMallocManaged(&words, 12 * sizeof(int));
  cudaMemcpy(device_in, in.data(), n * sizeof(bf16), cudaMemcpyHostToDevice);
  for (int i = 0; i < 4; ++i) cells[i] = 0.0f;

  scale_packed<<<1, 32>>>(device_in, device_out, 3.0f, n);
  cudaMemcpy(back.data(), device_out, n * sizeof(bf16), cudaMemcpyDeviceToHost);
  float scaled = 0;
  for (int i = 0; i < n; ++i) scaled += (float)back[i] * i;
  printf("scaled %g, host sum %g\n", scaled, (float)(in[0] + in[1] * bf16(2.0f)));

  sums<<<1, 32>>>(device_in, cells, results, n);
  functions<<<1, 1>>>(words);
  cudaDeviceSynchronize();
  printf("sums %g %g %g, cells %g %g %g %g\n", results[0], results[1], results[2], (float)cells[0], (float)cells[1],
         (float)cells[2], (float)cells[3]);
  for (int i = 0; i < 12; ++i) printf("%d: %08x %d\n", i, words[i], words[i]);
  fused_far_apart<<<1, 9>>>(words);
  cudaDeviceSynchronize();
  for (int i = 0; i < 9; ++i) printf(" %04x", words[i]);
  printf("\n");
  cudaFree(device_in);
  cudaFree(device_out);
  cudaFree(cells);
  cudaFree(results);
  cudaFree(words);
  return 0;
}
