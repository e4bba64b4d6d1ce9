//! The kernel keeps its result in a __constant__ variable, by a pointer.
//! flags: -O0
//! expect: out_of_bounds
//! who: Thread 0 of block 0 (and 7 more of its warp)
//! says: the 32-byte __constant__ variable 'table' declared at line 10
//! says: kernels can only read constant memory
//! says: cudaMemcpyToSymbol
//! says: declare it __device__
// declared here; the host never sets it
__constant__ float table[8];  // allocation

__global__ void prepare(float step) {
  float* const row = table;
  row[threadIdx.x] = step * threadIdx.x;  // fault
}

__global__ void use(float* out) {
  out[threadIdx.x] = table[threadIdx.x];
}

int main() {
  float* out;
  cudaMalloc(&out, 8 * sizeof(float));
  prepare<<<1, 8>>>(0.5f);
  use<<<1, 8>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
