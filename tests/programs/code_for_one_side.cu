// nv/target: code of a function of both sides that only one side, or a device of some generation, is to have.
#include <cstdio>
#include <nv/target>

__host__ __device__ int bits_of(unsigned x) {
  NV_IF_ELSE_TARGET(NV_IS_DEVICE, return __popc(x);, return __builtin_popcount(x);)
}
__host__ __device__ int side() {
  NV_IF_TARGET(NV_IS_DEVICE, (int one = 1, more = 0; return one + more;), (return 2;))
}
__host__ __device__ const char* generation() {
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_60, (return "sm_60 or later";), NV_IS_HOST, (return "the host";), NV_ANY_TARGET, (return "?";))
  return "none";
}
__host__ __device__ void host_only() {
  NV_IF_TARGET(NV_IS_HOST, (puts("here is the host");))
}
__global__ void show() {
  printf("%d %d %s\n", bits_of(255), side(), generation());
  host_only();
}

int main() {
  show<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("%d %d %s\n", bits_of(255), side(), generation());
  host_only();
}
