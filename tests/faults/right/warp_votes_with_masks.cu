// Votes, matches and shuffles in divergent warps, each with the mask of those who come.
__global__ void votes(const int* in, unsigned* out, int n) {
  int i = threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffffu, i < n);
  if (i < n) {
    out[4 * i] = __any_sync(mask, in[i] == 7);
    out[4 * i + 1] = __all_sync(mask, in[i] < 10);
    out[4 * i + 2] = __match_any_sync(mask, in[i] % 3);
    unsigned odd = __ballot_sync(mask, in[i] & 1);
    if (in[i] & 1) {
      int v = in[i];
      for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_xor_sync(odd, v, d);
        bool present = odd >> (i ^ d) & 1;
        v = present && other > v ? other : v;
      }
      out[4 * i + 3] = odd;
    } else {
      out[4 * i + 3] = __activemask() & ~odd;
    }
  }
}

int main() {
  int h[20], *in;
  unsigned r[80], *out;
  for (int i = 0; i < 20; ++i)
    h[i] = i % 10;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  votes<<<1, 32>>>(in, out, 20);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  unsigned zeros = 0;
  for (int i = 0; i < 20; ++i)
    zeros |= h[i] % 3 == 0 ? 1u << i : 0;
  return r[0] == 1 && r[1] == 1 && r[2] == zeros && r[7] == 0xaaaaau && (r[3] & 0xaaaaau) == 0 ? 0
                                                                                               : 1;
}
