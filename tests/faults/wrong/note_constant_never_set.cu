//! The weights were never copied to constant memory.
//! expect: note
//! status: 0
//! says: of the __constant__ variable 'weights', which nobody has set
//! says: cudaMemcpyToSymbol(weights, values, bytes)
__constant__ float weights[3];

__global__ void smooth(const float* in, float* out) {
  const int i = threadIdx.x + 1;
  float sum = 0;
  for (int k = -1; k <= 1; ++k)
    sum += weights[k + 1] * in[i + k];  // fault
  out[i] = sum;
}

int main() {
  float h[34] = {}, *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  smooth<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
