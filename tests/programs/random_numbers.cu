// Random numbers in kernels and in arrays: Philox gives the numbers of a GPU; of the others only what any good generator has.
// simcc: -lcurand
#include <cmath>
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

__global__ void set_up(curandState *states, unsigned long long seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
}
__global__ void throw_darts(curandState *states, unsigned int *inside, double *squares, int throws) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState state = states[i];
  unsigned int hits = 0;
  double sum = 0;
  for (int t = 0; t < throws; ++t) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    hits += x * x + y * y <= 1.0f ? 1 : 0;
    const float n = curand_normal(&state);
    sum += n * n;
  }
  states[i] = state;
  atomicAdd(inside, hits);
  atomicAdd(squares, sum);
}
__global__ void philox(unsigned int *bits, float *uniforms) {
  curandStatePhilox4_32_10_t state;
  curand_init(1234ull, threadIdx.x, 3, &state);
  for (int i = 0; i < 6; ++i) bits[threadIdx.x * 6 + i] = curand(&state);
  const float4 four = curand_uniform4(&state);
  uniforms[threadIdx.x * 2] = four.x;
  uniforms[threadIdx.x * 2 + 1] = four.w;
}

static bool near(double value, double wanted, double off) { return fabs(value - wanted) < off; }

int main() {
  const int threads = 2048, throws = 50;
  curandState *states;
  unsigned int *inside, *bits;
  double *squares;
  float *uniforms;
  cudaMalloc(&states, threads * sizeof *states);
  cudaMallocManaged(&inside, sizeof *inside);
  cudaMallocManaged(&squares, sizeof *squares);
  cudaMallocManaged(&bits, 12 * sizeof *bits);
  cudaMallocManaged(&uniforms, 4 * sizeof *uniforms);
  *inside = 0, *squares = 0;
  set_up<<<threads / 256, 256>>>(states, 42);
  throw_darts<<<threads / 256, 256>>>(states, inside, squares, throws);
  philox<<<1, 2>>>(bits, uniforms);
  cudaDeviceSynchronize();
  printf("pi %s, variance %s\n", near(4.0 * *inside / (threads * throws), 3.14159, 0.02) ? "near" : "wrong",
         near(*squares / (threads * throws), 1.0, 0.03) ? "near" : "wrong");
  for (int i = 0; i < 12; ++i) printf("%08x%c", bits[i], i % 6 == 5 ? '\n' : ' ');
  printf("%.6f %.6f %.6f %.6f\n", uniforms[0], uniforms[1], uniforms[2], uniforms[3]);

  curandGenerator_t generator;
  float *numbers, host[1001];
  cudaMalloc(&numbers, sizeof host);
  bool fine = curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS;
  fine = fine && curandSetPseudoRandomGeneratorSeed(generator, 7) == CURAND_STATUS_SUCCESS;
  fine = fine && curandGenerateUniform(generator, numbers, 1001) == CURAND_STATUS_SUCCESS;
  cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost);
  double mean = 0;
  for (float x : host) {
    mean += x / 1001;
    fine = fine && x > 0 && x <= 1;
  }
  printf("array %s, mean %s\n", fine ? "fine" : "wrong", near(mean, 0.5, 0.05) ? "near" : "wrong");
  printf("odd %d, even %d\n", curandGenerateNormal(generator, numbers, 999, 0, 1),
         curandGenerateNormal(generator, numbers, 1000, 0, 1));  // normal numbers come in pairs
  curandDestroyGenerator(generator);
  cudaFree(states), cudaFree(inside), cudaFree(squares), cudaFree(bits), cudaFree(uniforms), cudaFree(numbers);
}
