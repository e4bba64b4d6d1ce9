//! Tiles are loaded four floats at a time by casts, as books do it, from an input whose pointer was moved on by one float:
//! one access of 16 bytes.
//! expect: misaligned
//! says: 16 bytes
#define VECTOR(x) (reinterpret_cast<float4*>(&(x))[0])

__global__ void through_a_tile(float* in, float* out) {
  __shared__ float tile[32][36];
  const int row = threadIdx.x / 8, column = threadIdx.x % 8 * 4;
  VECTOR(tile[row][column]) = VECTOR(in[4 * threadIdx.x]);  // fault
  __syncthreads();
  VECTOR(out[4 * threadIdx.x]) = VECTOR(tile[row][column]);
}

int main() {
  const size_t bytes = (4 * 256 + 1) * sizeof(float);
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemset(in, 0, bytes);
  through_a_tile<<<1, 256>>>(in + 1, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
