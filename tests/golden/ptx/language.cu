// Language features that shape PTX: calls (direct, indirect, recursive), structs by value, tables of pointers,
// inline asm with scopes and labels, printf, assert, switch, static and dynamic shared memory, templates.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __host__ __attribute__((host))
extern "C" __device__ int vprintf(const char*, const char*);
extern "C" __device__ int printf(const char*, ...);
extern "C" __device__ __attribute__((noreturn)) void __assertfail(const char*, const char*, unsigned, const char*, unsigned long);
__constant__ float coefficients[4] = {1.f, 2.f, 3.f, 4.f};
__device__ int counter = 5;
__device__ int* pointers[2] = {&counter, nullptr};
struct P { char c; int* p; short s; };
__device__ P record = {'x', &counter, 7};
struct Big { double d[3]; int i; };
__device__ __attribute__((noinline)) Big twist(Big b, float f) { b.d[1] += f; b.i++; return b; }
__device__ __attribute__((noinline)) int fib(int n) { return n < 2 ? n : fib(n-1) + fib(n-2); }
typedef int (*fn)(int);
__device__ __attribute__((noinline)) int sq(int x){return x*x;}
__device__ fn table[2] = {fib, sq};
extern __shared__ float dyn[];
extern "C" __global__ __attribute__((launch_bounds(256,2))) void red(const float* in, float* out, int n, Big b) {
  __shared__ float tile[16][17];
  unsigned t = __nvvm_read_ptx_sreg_tid_x();
  unsigned bl = __nvvm_read_ptx_sreg_ctaid_x();
  tile[t/16][t%16] = in[t];
  dyn[t] = in[bl];
  asm volatile("bar.sync 0;" ::: "memory");
  float v = tile[t%16][t/16] * coefficients[t & 3] + dyn[255-t];
  float w; int p;
  asm volatile("{\n\t.reg .pred p;\n\tshfl.sync.down.b32 %0|p, %2, %3, 31, 0xffffffff;\n\tselp.s32 %1, 1, 0, p;\n\t}" : "=f"(w), "=r"(p) : "f"(v), "r"(1));
  asm volatile("{\n\t.reg .pred p;\n\t.reg .u32 i;\nmov.u32 i, 0;\nloop: add.u32 i, i, 1; setp.lt.u32 p, i, %1; @p bra loop;\n\t mov.u32 %0, i;}" : "=r"(p) : "r"(n));
  Big r = twist(b, w);
  switch (n) { case 0: v += 1; break; case 1: v *= 2; break; case 2: v -= 3; break; case 3: v = 9; break; case 4: v /= 7; break; case 5: v = r.d[1]; break; case 6: v*=v; break;}
  if (t < (unsigned)n) out[t] = v + w + p + table[n&1](n) + r.d[0] + *pointers[n&1] + record.s;
  printf("hello %d %f\n", n, v);
  if (n == 77) __assertfail("n != 77", "a.cu", 40, "red", 1);
}
template<class T> __global__ void vadd(const T* a, const T* b, T* c, int n){ int i = __nvvm_read_ptx_sreg_ctaid_x()*__nvvm_read_ptx_sreg_ntid_x()+__nvvm_read_ptx_sreg_tid_x(); if(i<n) c[i]=a[i]+b[i]; }
template __global__ void vadd<float>(const float*, const float*, float*, int);
template __global__ void vadd<double>(const double*, const double*, double*, int);
