// Clang 16 copies a struct of 4-byte members in words of 8, which it puts together from two loads: the second half of such a
// word may be padding, or a member that nobody has set. Written in PTX, so that every compiler does it.
struct Sized {
  int count;
  int capacity;  // never set
};

__device__ void copy(const Sized& from, Sized& to) {
  asm volatile(
      "{ .reg .b64 low, high, shifted, both;\n\t"
      "ld.u32 low, [%0]; ld.u32 high, [%0+4]; shl.b64 shifted, high, 32;\n\t"
      "or.b64 both, low, shifted; st.u64 [%1], both; }"
      :
      : "l"(&from), "l"(&to)
      : "memory");
}

__global__ void counts(int* out) {
  alignas(8) Sized from;
  alignas(8) Sized to;
  from.count = threadIdx.x;
  copy(from, to);
  out[threadIdx.x] = to.count;
}

int main() {
  int h[32], *out;
  cudaMalloc(&out, sizeof h);
  counts<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return h[1] == 1 && h[31] == 31 ? 0 : 1;
}
