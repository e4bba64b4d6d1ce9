//! Two calls of one function with a ballot in it, in two branches; unoptimised it is not inlined.
//! expect: invalid_lane_mask
//! flags: -O0
//! says: it names threads that came to it by another call
__device__ unsigned even_lanes(bool even) {
  return __ballot_sync(0xffffffff, even);  // fault
}

__global__ void votes(unsigned* out) {
  const int t = threadIdx.x;
  unsigned votes;
  if (t % 2 == 0)
    votes = even_lanes(true);
  else
    votes = ~even_lanes(false);
  out[t] = votes;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  votes<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
