// Neighbouring threads write neighbouring bytes, shorts and bits of a struct, in global and shared
// memory.
struct Pixel {
  unsigned char r, g, b, a;
};

__global__ void channels(Pixel* p, short* s, int n) {
  __shared__ char flags[96];
  int i = threadIdx.x;
  reinterpret_cast<unsigned char*>(p)[i] = i;
  s[i] = -i;
  flags[i] = i & 1;
  __syncthreads();
  if (i < n)
    s[i] += flags[n - 1 - i];
}

int main() {
  Pixel* p;
  short* s;
  Pixel hp[24];
  short hs[96];
  cudaMalloc(&p, sizeof hp);
  cudaMalloc(&s, sizeof hs);
  channels<<<1, 96>>>(p, s, 96);
  cudaMemcpy(hp, p, sizeof hp, cudaMemcpyDeviceToHost);
  cudaMemcpy(hs, s, sizeof hs, cudaMemcpyDeviceToHost);
  cudaFree(p);
  cudaFree(s);
  int wrong = 0;
  for (int i = 0; i < 24; ++i)
    wrong += hp[i].g != 4 * i + 1 || hp[i].a != 4 * i + 3;
  for (int i = 0; i < 96; ++i)
    wrong += hs[i] != -i + ((95 - i) & 1);
  return wrong;
}
