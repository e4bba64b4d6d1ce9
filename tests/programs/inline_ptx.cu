// Inline PTX as found in the wild.
#include <cstdint>
#include <cstdio>

static __device__ __inline__ uint32_t laneid() {
  uint32_t id;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(id));
  return id;
}
__device__ __forceinline__ unsigned warp_id_in_block() {
  unsigned id;
  asm("{\n\t.reg .u32 t;\n\tmov.u32 t, %%tid.x;\n\tshr.u32 %0, t, 5;\n\t}" : "=r"(id));
  return id;
}
__device__ unsigned lanemask_lt() {
  unsigned mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}
__device__ unsigned bfe(unsigned v, unsigned start, unsigned len) {
  unsigned r;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(v), "r"(start), "r"(len));
  return r;
}
__device__ unsigned bfi(unsigned x, unsigned y, unsigned start, unsigned len) {
  unsigned r;
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(x), "r"(y), "r"(start), "r"(len));
  return r;
}
__device__ int bfind(unsigned v) {
  int r;
  asm("bfind.u32 %0, %1;" : "=r"(r) : "r"(v));
  return r;
}
template <int LUT>
__device__ unsigned lop3(unsigned a, unsigned b, unsigned c) {
  unsigned r;
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(c), "n"(LUT));
  return r;
}
__device__ float load_nc(const float* p) {
  float v;
  asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(p));
  return v;
}
__device__ float4 load4(const float4* p) {
  float4 v;
  asm("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
  return v;
}
__device__ void store_cs(int* p, int v) { asm volatile("st.global.cs.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
__device__ uint64_t mul_wide(uint32_t a, uint32_t b) {
  uint64_t r;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(r) : "r"(a), "r"(b));
  return r;
}
__device__ void add128(uint64_t& lo, uint64_t& hi, uint64_t a, uint64_t b) {
  asm("add.cc.u64 %0, %0, %2;\n\t"
      "addc.u64 %1, %1, %3;"
      : "+l"(lo), "+l"(hi)
      : "l"(a), "l"(b));
}
__device__ unsigned vote_ballot(int p) {
  unsigned r;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(r) : "r"(p));
  return r;
}
__device__ float fast_rcp(float x) {
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
}
__device__ double fma_rz(double a, double b, double c) {
  asm("fma.rz.f64 %0, %1, %2, %3;" : "=d"(c) : "d"(a), "d"(b), "d"(c));
  return c;
}
__device__ int select(int a, int b, int c) {
  int r;
  asm("{\n"
      "  .reg .pred p;\n"
      "  setp.lt.s32 p, %3, 0;\n"
      "  selp.s32 %0, %1, %2, p;\n"
      "}"
      : "=r"(r)
      : "r"(a), "r"(b), "r"(c));
  return r;
}
__device__ unsigned prmt(unsigned a, unsigned b, unsigned s) {
  unsigned r;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(s));
  return r;
}
__device__ int sad(int a, int b, int c) {
  int r;
  asm("sad.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
__device__ unsigned shf(unsigned lo, unsigned hi, unsigned n) {
  unsigned r;
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi), "r"(n));
  return r;
}
__device__ short convert_sat(int v) {
  short r;
  asm("cvt.sat.s16.s32 %0, %1;" : "=h"(r) : "r"(v));
  return r;
}
__device__ void red_add(int* p, int v) { asm volatile("red.global.add.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
__device__ int atom_max_shared(unsigned address, int v) {
  int old;
  asm volatile("atom.shared.max.s32 %0, [%1], %2;" : "=r"(old) : "r"(address), "r"(v) : "memory");
  return old;
}
__device__ void named_barrier(int id, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); }
__device__ unsigned sum_of_distances(unsigned a, unsigned b, unsigned c) {
  unsigned r;
  asm("vabsdiff4.u32.u32.u32.add"
      " %0, %1, %2, %3;"
      : "=r"(r)
      : "r"(a), "r"(b), "r"(c));
  return r;
}
__device__ unsigned averages(unsigned a, unsigned b) {
  unsigned r;
  asm("vavrg4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(0));
  return r;
}
__device__ int loop_in_ptx(int n) {
  int sum;
  asm("{\n\t"
      ".reg .pred done;\n\t"
      ".reg .s32 i;\n\t"
      "mov.s32 i, 0;\n\t"
      "mov.s32 %0, 0;\n\t"
      "AGAIN_%=:\n\t"
      "add.s32 %0, %0, i;\n\t"
      "add.s32 i, i, 1;\n\t"
      "setp.ge.s32 done, i, %1;\n\t"
      "@!done bra AGAIN_%=;\n\t"
      "}"
      : "=&r"(sum)
      : "r"(n));
  return sum;
}

__global__ void run(unsigned* out, const float* in, int* sums) {
  __shared__ int top;
  const unsigned t = threadIdx.x;
  if (t == 0) top = -1;
  __syncthreads();
  unsigned shared_address = (unsigned)__cvta_generic_to_shared(&top);
  atom_max_shared(shared_address, (int)(t * 37 % 61));
  red_add(&sums[0], (int)t);
  if (t < 64) named_barrier(1, 64);
  __syncthreads();
  store_cs(&sums[1 + t], load_nc(in + t) > 10 ? (int)laneid() : -(int)warp_id_in_block());
  unsigned ballot = vote_ballot(t % 5 == 0);
  if (t == 45) {
    int k = 0;
    out[k++] = lanemask_lt();
    out[k++] = bfe(0xabcdef12u, 8, 12);
    out[k++] = bfi(0x5au, 0xffffffffu, 4, 8);
    out[k++] = (unsigned)bfind(0x00012345u);
    out[k++] = (unsigned)bfind(0);
    out[k++] = lop3<0x96>(0xf0f0f0f0u, 0xccccccccu, 0xaaaaaaaau);
    out[k++] = lop3<(0xf0 & 0xcc) | 0xaa>(0x12345678u, 0x0ff00ff0u, 0x80000001u);
    out[k++] = (unsigned)(mul_wide(0xdeadbeefu, 0xcafebabeu) >> 32);
    uint64_t lo = ~0ull, hi = 5;
    add128(lo, hi, 2, 10);
    out[k++] = (unsigned)lo * 100 + (unsigned)hi;
    out[k++] = ballot;
    out[k++] = (unsigned)(fast_rcp(0.25f) * 1000);
    out[k++] = (unsigned)fma_rz(3, 4, 5);
    out[k++] = (unsigned)select(11, 22, -1) * 100 + select(11, 22, 1);
    out[k++] = prmt(0x03020100u, 0x07060504u, 0x5410u);
    out[k++] = (unsigned)sad(-5, 9, 100);
    out[k++] = shf(0x80000000u, 0x1u, 4);
    out[k++] = (unsigned)(int)convert_sat(-100000);
    out[k++] = (unsigned)top;
    out[k++] = (unsigned)loop_in_ptx(10) + (unsigned)loop_in_ptx(100);
    float4 v = load4((const float4*)in + 3);
    out[k++] = (unsigned)(v.x + 10 * v.y + 100 * v.z + 1000 * v.w);
    out[k++] = sum_of_distances(0x01ff0380u, 0xff010007u, 5);
    out[k++] = averages(0x01ff0380u, 0xff010007u);
  }
}

int main() {
  unsigned* out;
  float* in;
  int* sums;
  cudaMallocManaged(&out, 22 * sizeof(unsigned));
  cudaMallocManaged(&in, 96 * sizeof(float));
  cudaMallocManaged(&sums, 97 * sizeof(int));
  for (int i = 0; i < 96; ++i) in[i] = (float)i;
  sums[0] = 0;
  run<<<1, 96>>>(out, in, sums);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  for (int i = 0; i < 22; ++i) printf("%d: %08x\n", i, out[i]);
  printf("%d %d %d %d\n", sums[0], sums[1], sums[1 + 50], sums[1 + 95]);
  cudaFree(out);
  cudaFree(in);
  cudaFree(sums);
  return 0;
}
