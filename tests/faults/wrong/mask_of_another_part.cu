//! All lanes make the call at once, with two masks: those of 24 and of 8 lanes. A sum of the 24 by halves reads lanes of the
//! 8, which the mask leaves out.
//! expect: invalid_lane_mask
//! says: asked for the value of lane
//! says: the mask leaves it out
__global__ void sums(const int* x, int* out) {
  unsigned mask = threadIdx.x < 24 ? 0x00ffffffu : 0xff000000u;
  int sum = x[threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(mask, sum, distance);  // fault
  if (threadIdx.x == 0)
    out[0] = sum;
}

int main() {
  int *x, *out;
  cudaMalloc(&x, 128);
  cudaMalloc(&out, 4);
  cudaMemset(x, 0, 128);
  sums<<<1, 32>>>(x, out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
