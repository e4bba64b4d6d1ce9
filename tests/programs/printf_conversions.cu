// Device printf: each conversion, flags, widths and precisions.
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>

__global__ void integers() {
  printf("[%d] [%i] [%u] [%x] [%X] [%o]\n", -42, 42, 4000000000u, 0xbeef, 0xBEEF, 8);
  printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%#x] [%#o]\n", 42, 42, 42, 42, 42, 255, 8);
  printf("[%ld] [%lu] [%lld] [%llu] [%llx]\n", -1234567890123L, 18446744073709551615UL, LLONG_MIN, ULLONG_MAX, 0x123456789abcdefull);
  printf("[%d] [%d] [%u] [%u]\n", (short)-7, (signed char)-8, (unsigned short)65535, (unsigned char)200);
  printf("[%.3d] [%8.3d]\n", 7, 7);
}
__global__ void floats() {
  float f = 1.5f;
  printf("[%f] [%.2f] [%8.3f] [%-8.1f] [%+.0f] [%08.2f]\n", f, 3.14159, 2.5f, 1.25, 2.0, -1.5);
  printf("[%e] [%.3e] [%E] [%g] [%G] [%.10g]\n", 12345.678, 1e-10, 1e300, 0.0001, 1e-5, 1.0 / 3);
  printf("[%f] [%f] [%f] [%g]\n", INFINITY, -INFINITY, (double)FLT_MAX, DBL_MIN);
  printf("[%a] [%5.1f%%]\n", 1.0, 99.5);
}
__global__ void strings(const char* from_memory) {
  const char* local = "literal";
  char array[8] = {'a', 'r', 'r', 'a', 'y', 0};
  printf("[%s] [%10s] [%-10s] [%.3s] [%c] [%5c] [%%]\n", local, local, local, local, 'q', 'w');
  printf("[%s] [%s] [%s]\n", array, from_memory, threadIdx.x == 0 ? "zero" : "other");
  printf("[%p] [%d]\n", (void*)0x1234, (int)(array[0]));
  printf("no arguments\n");
  printf("several\nlines\tand \"escapes\" \\ %d\n", 1);
}
__device__ void debug(const char* what, int value) { printf("%s=%d\n", what, value); }
__global__ void mixed() {
  int count = printf("%d %f %lld %s %c\n", 1, 2.0, 3LL, "four", '5');
  debug("count", count);
  bool b = true;
  short s = -3;
  uint8_t u8 = 250;
  printf("%d %d %d %u\n", b, s, u8, (unsigned)(uint16_t)65000);
  for (int i = 0; i < 3; ++i) printf("i=%d%s", i, i == 2 ? "\n" : ", ");
  printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
}
__global__ void one_warp() {
  if (threadIdx.x < 3) printf("lane %2u: %6.2f\n", threadIdx.x, threadIdx.x * 1.25);
}

// An "h" cuts the number down to 16 bits. (Compilers warn of formats that they see.)
__device__ const char* hidden(const char* format) { return format; }
__global__ void halves(int n, unsigned u) {
  printf(hidden("%hd|%hd|%hu|%hx|%hi|%d\n"), n, -n, n, u, 40000, 5);
  printf(hidden("%ho %hX %5hd| %-6hd|%05hd\n"), 65537, 0xabcde, 65541, 7, 7);
}

int main() {
  integers<<<1, 1>>>();
  cudaDeviceSynchronize();
  floats<<<1, 1>>>();
  cudaDeviceSynchronize();
  char* text;
  cudaMallocManaged(&text, 32);
  snprintf(text, 32, "%s", "managed text");
  strings<<<1, 1>>>(text);
  cudaDeviceSynchronize();
  mixed<<<1, 1>>>();
  halves<<<1, 1>>>(70000, 0x12345);
  one_warp<<<1, 32>>>();
  cudaDeviceSynchronize();
  cudaFree(text);
  return 0;
}
