// Numbers of 8 bits: every code becomes a float and the same code again, on both sides; rounding to
// even, what is too large, pairs and fours.
#include <cuda_fp8.h>

#include <cstdio>

__host__ __device__ int differences() {
  int differences = 0;
  for (int code = 0; code < 256; ++code) {
    __nv_fp8_e4m3 a;
    __nv_fp8_e5m2 b;
    a.__x = b.__x = static_cast<__nv_fp8_storage_t>(code);
    const float x = float(a), y = float(b);
    const bool same_a = x == x && __nv_fp8_e4m3(x).__x == code;
    const bool same_b = y == y && __nv_cvt_float_to_fp8(y, __NV_NOSAT, __NV_E5M2) == code;
    differences += same_a ? 0 : 1;
    differences += same_b ? 0 : 1;
  }
  return differences;
}
__host__ __device__ void show() {
  printf("not themselves: %d\n", differences());
  const float values[] = {1.0625f, 1.1875f,       448.f,       463.f, 465.f,
                          1e9f,    0.0009765625f, 0.00097657f, -0.75f};
  for (float v : values) {
    printf("%g: %g %02x %g %02x\n", static_cast<double>(v), double(__nv_fp8_e4m3(v)),
           __nv_cvt_float_to_fp8(v, __NV_NOSAT, __NV_E4M3), double(__nv_fp8_e5m2(v)),
           __nv_cvt_float_to_fp8(v, __NV_NOSAT, __NV_E5M2));
  }
  const float4 four = float4(__nv_fp8x4_e4m3(make_float4(1, -2, 0.3f, 500)));
  printf("%g %g %g %g\n", static_cast<double>(four.x), static_cast<double>(four.y),
         static_cast<double>(four.z), static_cast<double>(four.w));
  const float2 pair = float2(__nv_fp8x2_e5m2(__floats2half2_rn(3, 7)));
  const __half half = __half(__nv_cvt_fp8_to_halfraw(0x38, __NV_E4M3));
  printf("%g %g %g %d\n", static_cast<double>(pair.x), static_cast<double>(pair.y),
         static_cast<double>(__half2float(half)), static_cast<int>(__nv_fp8_e4m3(-17)));
}
__global__ void show_on_device() {
  show();
}

int main() {
  show();
  show_on_device<<<1, 1>>>();
  cudaDeviceSynchronize();
}
