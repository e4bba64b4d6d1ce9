//! One thread too many updates a field in an array of structs.
//! expect: out_of_bounds
//! who: Thread 30 of block 0
//! says: the 960-byte allocation
struct Particle {
  float position[3], velocity[3];
  int id, alive;
};

__device__ void kill(Particle& p) {
  p.alive = 0;  // fault
}

__global__ void kill_all(Particle* p) {
  kill(p[threadIdx.x]);
}

int main() {
  Particle* p;
  cudaMalloc(&p, 30 * sizeof(Particle));  // allocation
  kill_all<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}
