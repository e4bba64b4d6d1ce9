//! The function that reads stands above the kernel that writes, and begins without a barrier.
//! expect: race
//! says: Put __syncthreads() behind line 18, before what stands at line 9 is called
//! omits: A barrier stands on the way
__shared__ float places[256];

__device__ void add_up() {
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    const float other = places[threadIdx.x % half + half];  // fault
    if (threadIdx.x < half) {
      places[threadIdx.x] += other;
    }
    __syncthreads();
  }
}

__global__ void sum(const float* in, float* out) {
  places[threadIdx.x] = in[threadIdx.x];  // fault
  add_up();
  if (threadIdx.x == 0) {
    *out = places[0];
  }
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(in, 0, 256 * sizeof(float));
  sum<<<1, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
