//! Each lane reads its own word and its neighbour's through volatile, then writes its own: they have not met.
//! expect: race
//! says: element 0 of 'words'
//! says: thread 31 of block 0 read it
__global__ void add_neighbour(int* out) {
  __shared__ int words[32];
  volatile int* const shared = words;
  const unsigned t = threadIdx.x;
  shared[t] = t;
  __syncwarp();
  const int own = shared[t];
  const int next = shared[(t + 1) % 32];  // other
  shared[t] = own + next;                 // fault
  __syncwarp();
  out[t] = shared[t];
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  add_neighbour<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
