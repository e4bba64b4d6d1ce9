// What kind of number a value is, under the names of the C library's insides too; bytes turned round; integers to small
// floats in each direction; maxima that say which half won; vectors of floats added at once.
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define LOOK(...)                                             \
  {                                                           \
    const unsigned long long seen = (unsigned long long)(__VA_ARGS__); \
    if (threadIdx.x == 0) printf(#__VA_ARGS__ " = %llx\n", seen);       \
  }

__global__ void kinds(float inf, float nan, double dinf, double dnan) {
  LOOK(__isinff(inf) != 0) LOOK(__isinff(1.0f)) LOOK(__isnanf(nan) != 0) LOOK(__isnanf(inf))
  LOOK(__finitef(1.0f) != 0) LOOK(__finitef(-inf)) LOOK(__signbitf(-inf) != 0) LOOK(__signbitf(0.0f))
  LOOK(__isinf(dinf) != 0) LOOK(__isinf(dnan)) LOOK(__isnan(dnan) != 0) LOOK(__isnan(1.0))
  LOOK(__finite(2.0) != 0) LOOK(__finite(dnan)) LOOK(__signbit(-0.0) != 0) LOOK(__signbit(dinf))
}

__global__ void words(unsigned x, unsigned long long y) {
  LOOK(__nv_bswap16((unsigned short)x)) LOOK(__nv_bswap32(x)) LOOK(__nv_bswap64(y))
  bool high, low;
  LOOK(__vibmax_s16x2(0x7fff0001, 0x8000ffff, &high, &low)) LOOK(high) LOOK(low)
  LOOK(__vibmin_u16x2(0x00010005, 0x80000005, &high, &low)) LOOK(high) LOOK(low)
}

__global__ void halves(int i, unsigned u, short s, long long l) {
  LOOK(__half_as_ushort(__int2half_rd(i))) LOOK(__half_as_ushort(__int2half_ru(i))) LOOK(__half_as_ushort(__int2half_rz(i)))
  LOOK(__half_as_ushort(__int2half_rd(-i))) LOOK(__half_as_ushort(__int2half_ru(-i))) LOOK(__half_as_ushort(__int2half_rz(-i)))
  LOOK(__half_as_ushort(__uint2half_ru(u))) LOOK(__half_as_ushort(__uint2half_rz(u))) LOOK(__half_as_ushort(__uint2half_rd(0u)))
  LOOK(__half_as_ushort(__int2half_ru(0))) LOOK(__half_as_ushort(__ll2half_ru(-l))) LOOK(__half_as_ushort(__ll2half_rd(-l)))
  LOOK(__half_as_ushort(__short2half_rz(s))) LOOK(__half_as_ushort(__ushort2half_ru((unsigned short)s)))
  LOOK((unsigned char)__half2char_rz(half(-300.0f))) LOOK((unsigned char)__half2char_rz(half(100.9f)))
  LOOK(__half2uchar_rz(half(-1.0f))) LOOK(__half2uchar_rz(half(1e9f))) LOOK(__half2uchar_rz(half(7.99f)))
}

__global__ void brains(int i, unsigned u, long long l, unsigned long long v) {
  LOOK(__bfloat16_as_ushort(__int2bfloat16_rd(i))) LOOK(__bfloat16_as_ushort(__int2bfloat16_ru(i)))
  LOOK(__bfloat16_as_ushort(__int2bfloat16_rd(-i))) LOOK(__bfloat16_as_ushort(__int2bfloat16_rz(-i)))
  LOOK(__bfloat16_as_ushort(__uint2bfloat16_ru(u))) LOOK(__bfloat16_as_ushort(__uint2bfloat16_rd(u)))
  LOOK(__bfloat16_as_ushort(__ll2bfloat16_ru(l))) LOOK(__bfloat16_as_ushort(__ll2bfloat16_rd(l)))
  LOOK(__bfloat16_as_ushort(__ll2bfloat16_ru(-l))) LOOK(__bfloat16_as_ushort(__ll2bfloat16_rd(-l)))
  LOOK(__bfloat16_as_ushort(__ull2bfloat16_ru(v))) LOOK(__bfloat16_as_ushort(__ull2bfloat16_rz(v)))
  LOOK(__bfloat16_as_ushort(__short2bfloat16_ru((short)0))) LOOK(__bfloat16_as_ushort(__ushort2bfloat16_rz((unsigned short)65535)))
  LOOK((unsigned char)__bfloat162char_rz(__nv_bfloat16(-3.9f))) LOOK(__bfloat162uchar_rz(__nv_bfloat16(1000.0f)))
  const __nv_bfloat162 a(1.0f, 2.0f), b(3.0f, 4.0f), c(0.5f, 0.25f);
  LOOK(__bfloat16_as_ushort(__hcmadd(a, b, c).x)) LOOK(__bfloat16_as_ushort(__hcmadd(a, b, c).y))
}

__device__ float4 total;
__device__ float2 pair;
__global__ void sums() {
  const float t = (float)threadIdx.x;
  atomicAdd(&total, make_float4(1.0f, t, -t, 0.5f));
  atomicAdd(&pair, make_float2(t, 1.0f));
}

int main() {
  kinds<<<1, 32>>>(INFINITY, NAN, INFINITY, NAN);
  words<<<1, 32>>>(0x12345678u, 0x0123456789abcdefull);
  halves<<<1, 32>>>(4099, 70000u, 2051, 1ll << 40);
  brains<<<1, 32>>>(771, 0xffffffffu, (1ll << 60) + 1, ~0ull);
  sums<<<4, 64>>>();
  float4 all;
  float2 two;
  cudaMemcpyFromSymbol(&all, total, sizeof all);
  cudaMemcpyFromSymbol(&two, pair, sizeof two);
  printf("%g %g %g %g, %g %g\n", all.x, all.y, all.z, all.w, two.x, two.y);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
