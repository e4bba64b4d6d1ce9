// Vectors of Thrust in pinned memory, and random engines that go on to another sequence.
// simcc: -lcurand
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>
#include <thrust/system/cuda/memory_resource.h>
#include <thrust/mr/allocator.h>

template <class State>
__global__ void skip(unsigned int *bits) {
  State far, farther, same;
  curand_init(7, 0, 0, &far);
  curand_init(7, 0, 0, &farther);
  curand_init(7, 0, 0, &same);
  skipahead_sequence(1ull, &far);
  skipahead_sequence(2ull, &farther);
  skipahead_sequence(0ull, &same);
  skipahead(2ull, &same);
  State plain;
  curand_init(7, 0, 2, &plain);
  bits[0] = curand(&far);
  bits[1] = curand(&farther);
  bits[2] = curand(&same);
  bits[3] = curand(&plain);
}

template <class State>
void tell(const char *name) {
  unsigned int *bits;
  cudaMallocManaged(&bits, 4 * sizeof(unsigned int));
  skip<State><<<1, 1>>>(bits);
  cudaDeviceSynchronize();
  const bool differ = bits[0] != bits[1] && bits[0] != bits[2] && bits[1] != bits[2];
  std::printf("%s: sequences differ %d, no skip is none %d\n", name, differ, bits[2] == bits[3]);
  cudaFree(bits);
}

int main() {
  tell<curandStateXORWOW_t>("xorwow");
  tell<curandStateMRG32k3a_t>("mrg32k3a");
  tell<curandStatePhilox4_32_10_t>("philox");

  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  std::printf("seeds %d\n", curandGenerateSeeds(generator));
  curandDestroyGenerator(generator);

  using Pinned = thrust::host_vector<int, thrust::mr::stateless_resource_allocator<int, thrust::universal_host_pinned_memory_resource>>;
  thrust::device_vector<int> numbers(100);
  thrust::sequence(numbers.begin(), numbers.end(), 5);
  Pinned pinned(100), copied = pinned;
  thrust::copy(numbers.begin(), numbers.end(), pinned.begin());
  copied = pinned;
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, thrust::raw_pointer_cast(pinned.data()));
  std::printf("%d %d, pinned %d\n", copied[0], copied[99],
              attributes.type == cudaMemoryTypeHost);
  return 0;
}
