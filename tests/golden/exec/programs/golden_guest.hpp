// The least that a kernel needs of CUDA, so that the tests of execution do not depend on the
// toolkit headers.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define GUEST __device__ __attribute__((always_inline, nodebug)) inline

struct Tid {
  static GUEST unsigned get_x() { return __nvvm_read_ptx_sreg_tid_x(); }
  static GUEST unsigned get_y() { return __nvvm_read_ptx_sreg_tid_y(); }
  __declspec(property(get = get_x)) unsigned x;
  __declspec(property(get = get_y)) unsigned y;
};
struct Ctaid {
  static GUEST unsigned get_x() { return __nvvm_read_ptx_sreg_ctaid_x(); }
  static GUEST unsigned get_y() { return __nvvm_read_ptx_sreg_ctaid_y(); }
  __declspec(property(get = get_x)) unsigned x;
  __declspec(property(get = get_y)) unsigned y;
};
struct Ntid {
  static GUEST unsigned get_x() { return __nvvm_read_ptx_sreg_ntid_x(); }
  __declspec(property(get = get_x)) unsigned x;
};
struct Nctaid {
  static GUEST unsigned get_x() { return __nvvm_read_ptx_sreg_nctaid_x(); }
  __declspec(property(get = get_x)) unsigned x;
};
extern const __device__ Tid threadIdx;
extern const __device__ Ctaid blockIdx;
extern const __device__ Ntid blockDim;
extern const __device__ Nctaid gridDim;

// Inline PTX with a memory clobber: clang 14 moves shared loads over its own builtin.
static GUEST void guest_syncthreads() {
  asm volatile("bar.sync 0;" ::: "memory");
}
#define __syncthreads() guest_syncthreads()
static GUEST void __syncwarp() {
  asm volatile("bar.warp.sync -1;" ::: "memory");
}
static GUEST float shuffle_down(float value, int distance) {
  float result;
  asm volatile("shfl.sync.down.b32 %0, %1, %2, 31, -1;" : "=f"(result) : "f"(value), "r"(distance));
  return result;
}
static GUEST float atomicAdd(float* place, float value) {
  return __nvvm_atom_add_gen_f(place, value);
}
static GUEST int atomicAdd(int* place, int value) {
  return __nvvm_atom_add_gen_i(place, value);
}
static GUEST int atomicCAS(int* place, int expected, int value) {
  return __nvvm_atom_cas_gen_i(place, expected, value);
}
static GUEST int atomicExch(int* place, int value) {
  return __nvvm_atom_xchg_gen_i(place, value);
}
extern "C" __device__ int printf(const char*, ...);
extern "C" __device__ float sinf(float);
