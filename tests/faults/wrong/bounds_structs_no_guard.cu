//! Bodies of 24 bytes, of which a member is used behind the last one: the number is the body's.
//! expect: out_of_bounds
//! who: Thread 232 of block 3
//! says: as 24-byte elements: index 1000, and the last is 999
//! says: There are more threads than elements: put the access inside if (i < n)
struct Body {
  float position[3];
  float velocity[3];
};

__global__ void move(Body* bodies, float step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bodies[i].position[0] += step * bodies[i].velocity[0];  // fault
}

int main() {
  const int n = 1000;
  Body* bodies;
  cudaMalloc(&bodies, n * sizeof(Body));  // allocation
  cudaMemset(bodies, 0, n * sizeof(Body));
  move<<<(n + 255) / 256, 256>>>(bodies, 0.1f);
  cudaDeviceSynchronize();
  cudaFree(bodies);
}
