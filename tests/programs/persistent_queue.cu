// Persistent blocks hand each other tasks (cuda::std pairs) through a ring of tickets (cuda::atomic): sums by halving.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/utility>
#include <new>

template <class T, unsigned N>
struct Ring {
  static_assert((N & (N - 1)) == 0, "a power of two");
  cuda::atomic<unsigned, cuda::thread_scope_device> head, tail;
  cuda::atomic<unsigned, cuda::thread_scope_device> turn[N];
  T slot[N];
  __host__ __device__ void reset() {
    head.store(0, cuda::std::memory_order_relaxed);
    tail.store(0, cuda::std::memory_order_relaxed);
    for (unsigned i = 0; i < N; ++i) turn[i].store(i, cuda::std::memory_order_relaxed);
  }
  __device__ bool push(const T& value) {
    unsigned t = tail.load(cuda::std::memory_order_relaxed);
    for (;;) {
      const unsigned seq = turn[t % N].load(cuda::std::memory_order_acquire);
      if (seq == t) {
        if (tail.compare_exchange_weak(t, t + 1, cuda::std::memory_order_relaxed)) break;
      } else if (static_cast<int>(seq - t) < 0) return false;
      else t = tail.load(cuda::std::memory_order_relaxed);
    }
    slot[t % N] = value;
    turn[t % N].store(t + 1, cuda::std::memory_order_release);
    return true;
  }
  __device__ bool pop(T& value) {
    unsigned h = head.load(cuda::std::memory_order_relaxed);
    for (;;) {
      const unsigned seq = turn[h % N].load(cuda::std::memory_order_acquire);
      if (seq == h + 1) {
        if (head.compare_exchange_weak(h, h + 1, cuda::std::memory_order_relaxed)) break;
      } else if (static_cast<int>(seq - (h + 1)) < 0) return false;
      else h = head.load(cuda::std::memory_order_relaxed);
    }
    value = slot[h % N];
    turn[h % N].store(h + N, cuda::std::memory_order_release);
    return true;
  }
};
using Task = cuda::std::pair<int, int>;  // an interval to sum by halving
using TaskRing = Ring<Task, 256>;

__global__ void __launch_bounds__(64) persistent_sum(TaskRing* ring, cuda::atomic<int, cuda::thread_scope_device>* open,
                           unsigned long long* sum) {
  unsigned long long mine = 0;
  if (threadIdx.x == 0) {
    while (open->load(cuda::std::memory_order_acquire) > 0) {
      Task task;
      if (!ring->pop(task)) { __nanosleep(100); continue; }
      if (task.second - task.first > 32) {
        const int middle = (task.first + task.second) / 2;
        open->fetch_add(1, cuda::std::memory_order_relaxed);
        while (!ring->push(Task(middle, task.second))) {}
        while (!ring->push(Task(task.first, middle))) {}
      } else {
        for (int i = task.first; i < task.second; ++i) mine += i;
        open->fetch_sub(1, cuda::std::memory_order_release);
      }
    }
    atomicAdd(sum, mine);
  }
}

int main() {
  TaskRing *ring;
  cuda::atomic<int, cuda::thread_scope_device> *open;
  unsigned long long *sum;
  cudaMallocManaged(&ring, sizeof *ring);
  cudaMallocManaged(&open, sizeof *open);
  cudaMallocManaged(&sum, sizeof *sum);
  new (ring) TaskRing();
  ring->reset();
  ring->slot[0] = Task(0, 5000);
  ring->turn[0].store(1);
  ring->tail.store(1);
  new (open) cuda::atomic<int, cuda::thread_scope_device>(1);
  *sum = 0;
  persistent_sum<<<6, 64>>>(ring, open, sum);
  if (cudaDeviceSynchronize() == cudaSuccess) printf("%llu, %d open\n", *sum, open->load());
  cudaFree(ring), cudaFree(open), cudaFree(sum);
}
