// cuda::atomic, cuda::atomic_ref, latches and semaphores: counters, a message passed between blocks, a lock, and the parts of
// cuda::std that kernels use.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <new>

__device__ cuda::atomic<int, cuda::thread_scope_device> arrivals;

struct Results {
  int sum;
  unsigned long long product_bits;
  float halves;
  double most;
  int message, answer, guarded;
};

__global__ void count(Results *r) {
  arrivals.fetch_add(1, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_device>(r->sum).fetch_add(threadIdx.x, cuda::std::memory_order_relaxed);
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(r->product_bits).fetch_or(1ull << (threadIdx.x % 40));
  cuda::atomic_ref<float, cuda::thread_scope_device> halves(r->halves);
  halves += 0.5f;
  cuda::atomic_ref<double, cuda::thread_scope_device> most(r->most);
  most.fetch_max(1.25 * threadIdx.x);
}
__global__ void pass_message(Results *r, cuda::atomic<bool, cuda::thread_scope_device> *ready) {
  if (blockIdx.x == 0) {
    r->message = 42;
    ready->store(true, cuda::memory_order_release);
  } else {
    while (!ready->load(cuda::memory_order_acquire)) {
    }
    r->answer = r->message + 1;
  }
}
__global__ void locked(Results *r, cuda::binary_semaphore<cuda::thread_scope_device> *lock,
                       cuda::latch<cuda::thread_scope_device> *all) {
  if (threadIdx.x == 0) {
    lock->acquire();
    r->guarded = r->guarded * 2 + 1;
    lock->release();
    all->arrive_and_wait();
    if (blockIdx.x == 0) r->guarded += 1000;
  }
}
__global__ void standard(int *out) {
  cuda::std::array<int, 3> a{3, 1, 2};
  cuda::std::swap(a[0], a[1]);
  cuda::std::tuple<int, float> t{7, 0.5f};
  auto [q, rest] = cuda::std::pair<int, int>{17 / 5, 17 % 5};
  out[0] = a[0] * 100 + a[1] * 10 + a[2];
  out[1] = cuda::std::get<0>(t) + static_cast<int>(cuda::std::get<1>(t) * 4);
  out[2] = q * 10 + rest;
  out[3] = cuda::std::numeric_limits<short>::max();
}

int main() {
  Results *r;
  cuda::atomic<bool, cuda::thread_scope_device> *ready;
  cuda::binary_semaphore<cuda::thread_scope_device> *lock;
  cuda::latch<cuda::thread_scope_device> *all;
  int *out;
  cudaMallocManaged(&r, sizeof *r);
  cudaMallocManaged(&ready, sizeof *ready);
  cudaMallocManaged(&lock, sizeof *lock);
  cudaMallocManaged(&all, sizeof *all);
  cudaMallocManaged(&out, 4 * sizeof(int));
  *r = Results{};
  new (ready) cuda::atomic<bool, cuda::thread_scope_device>(false);
  new (lock) cuda::binary_semaphore<cuda::thread_scope_device>(1);
  new (all) cuda::latch<cuda::thread_scope_device>(4);
  count<<<4, 64>>>(r);
  pass_message<<<2, 1>>>(r, ready);
  locked<<<4, 32>>>(r, lock, all);
  standard<<<1, 1>>>(out);
  int counted = -1;
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&counted, arrivals, sizeof counted);
  printf("%d %d %llx %g %g\n", counted, r->sum, r->product_bits, r->halves, r->most);
  printf("%d %d %d\n", r->message, r->answer, r->guarded);
  printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
  cuda::atomic<int> host(5);
  host += 4;
  const int before = host.fetch_sub(2);
  printf("%d %d\n", before, host.load());
  cudaFree(r), cudaFree(ready), cudaFree(lock), cudaFree(all), cudaFree(out);
}
