// Locks and lock-free structures: spin locks between blocks and lanes, ticket locks, CAS loops, stacks, queues, hash tables,
// persistent blocks that take work from a counter.
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

struct Lock {
  int *mutex;
  Lock(void) {
    int state = 0;
    cudaMalloc((void **)&mutex, sizeof(int));
    cudaMemcpy(mutex, &state, sizeof(int), cudaMemcpyHostToDevice);
  }
  void destroy() { cudaFree(mutex); }
  __device__ void lock(void) {
    while (atomicCAS(mutex, 0, 1) != 0)
      ;
    __threadfence();
  }
  __device__ void unlock(void) {
    __threadfence();
    atomicExch(mutex, 0);
  }
};
// One thread of each block takes the lock.
__global__ void dot_with_lock(Lock lock, const float *a, const float *b, float *c, int n) {
  __shared__ float cache[128];
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  float temp = 0;
  while (tid < n) {
    temp += a[tid] * b[tid];
    tid += blockDim.x * gridDim.x;
  }
  cache[threadIdx.x] = temp;
  __syncthreads();
  for (int i = blockDim.x / 2; i != 0; i /= 2) {
    if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    lock.lock();
    *c += cache[0];
    lock.unlock();
  }
}
// Each lane takes the lock: ends only because lanes make progress on their own.
__device__ int mutex = 0;
__global__ void every_lane(volatile int *counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&mutex, 0, 1) == 0) {
      __threadfence();
      *counter = *counter + 1;
      __threadfence();
      atomicExch(&mutex, 0);
      done = true;
    }
  }
}
__global__ void every_lane_plain_loop(volatile int *counter, int *m) {
  while (atomicExch(m, 1) == 1) {
  }
  __threadfence();
  counter[0] += 1;
  __threadfence();
  atomicExch(m, 0);
}
struct TicketLock {
  unsigned next, serving;
};
__global__ void tickets(TicketLock *l, int *log, int *at) {
  if (threadIdx.x == 0) {
    unsigned mine = atomicAdd(&l->next, 1u);
    while (atomicAdd(&l->serving, 0u) != mine) {
    }
    __threadfence();
    log[(*at)++] = (int)mine;
    __threadfence();
    atomicAdd(&l->serving, 1u);
  }
}

__device__ double atomicAddCAS(double *address, double val) {
  unsigned long long int *address_as_ull = (unsigned long long int *)address;
  unsigned long long int old = *address_as_ull, assumed;
  do {
    assumed = old;
    old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ __forceinline__ float atomicMinFloat(float *addr, float value) {
  float old;
  old = (value >= 0) ? __int_as_float(atomicMin((int *)addr, __float_as_int(value)))
                     : __uint_as_float(atomicMax((unsigned int *)addr, __float_as_uint(value)));
  return old;
}
__device__ static float atomicMaxCAS(float *address, float val) {
  int *address_as_i = (int *)address;
  int old = *address_as_i, assumed;
  do {
    assumed = old;
    old = ::atomicCAS(address_as_i, assumed, __float_as_int(::fmaxf(val, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}
__global__ void extremes(const float *x, int n, double *sum, float *low, float *high) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAddCAS(sum, x[i]);
    atomicMinFloat(low, x[i]);
    atomicMaxCAS(high, x[i]);
  }
}

struct Item {
  int value;
  int next;
};
__global__ void push_all(Item *items, int *head, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  items[i].value = i;
  int old = *(volatile int *)head, seen;
  do {
    seen = old;
    items[i].next = seen;
    __threadfence();
    old = atomicCAS(head, seen, i);
  } while (old != seen);
}
__global__ void pop_some(Item *items, int *head, int *popped, int *count) {
  int top = atomicAdd(head, 0);
  while (top != -1) {
    int next = items[top].next;
    int seen = atomicCAS(head, top, next);
    if (seen == top) {
      popped[atomicAdd(count, 1)] = items[top].value;
      return;
    }
    top = seen;
  }
}

constexpr uint32_t kEmpty = 0xffffffff;
struct KeyValue {
  uint32_t key, value;
};
__device__ uint32_t hash(uint32_t k, uint32_t capacity) {
  k ^= k >> 16;
  k *= 0x85ebca6b;
  k ^= k >> 13;
  k *= 0xc2b2ae35;
  k ^= k >> 16;
  return k & (capacity - 1);
}
__global__ void hash_insert(KeyValue *table, const uint32_t *keys, uint32_t capacity, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    uint32_t key = keys[i], slot = hash(key, capacity);
    while (true) {
      uint32_t prev = atomicCAS(&table[slot].key, kEmpty, key);
      if (prev == kEmpty || prev == key) {
        atomicAdd(&table[slot].value, 1u);
        return;
      }
      slot = (slot + 1) & (capacity - 1);
    }
  }
}
__global__ void hash_lookup(const KeyValue *table, const uint32_t *keys, uint32_t *out, uint32_t capacity, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t slot = hash(keys[i], capacity);
  while (table[slot].key != keys[i]) {
    if (table[slot].key == kEmpty) {
      out[i] = 0;
      return;
    }
    slot = (slot + 1) & (capacity - 1);
  }
  out[i] = table[slot].value;
}
// Buckets with one lock each.
struct Entry {
  int key;
  Entry *next;
};
__global__ void chained(Entry **buckets, Entry *pool, int *locks, int n_buckets, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Entry *e = pool + i;
    e->key = i * 7;
    int b = e->key % n_buckets;
    for (int lane = 0; lane < 32; ++lane) {
      if (threadIdx.x % 32 == lane) {
        while (atomicCAS(locks + b, 0, 1)) {
        }
        __threadfence();
        e->next = buckets[b];
        buckets[b] = e;
        __threadfence();
        atomicExch(locks + b, 0);
      }
    }
  }
}
__global__ void chain_lengths(Entry *const *buckets, int *length, int n_buckets) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b < n_buckets) {
    int l = 0;
    for (const Entry *e = buckets[b]; e != nullptr; e = e->next) ++l;
    length[b] = l;
  }
}

__device__ unsigned int work_counter;
__global__ void persistent(int *out, int tasks) {
  __shared__ unsigned int task;
  for (;;) {
    if (threadIdx.x == 0) task = atomicAdd(&work_counter, 1);
    __syncthreads();
    unsigned int mine = task;
    __syncthreads();
    if (mine >= tasks) return;
    atomicAdd(&out[mine], (int)(mine + threadIdx.x));
  }
}
// Blocks hand a token round: each waits for the one before.
__global__ void relay(volatile int *token, int *order) {
  if (threadIdx.x == 0) {
    while (*token != blockIdx.x) {
    }
    __threadfence();
    order[blockIdx.x] = blockIdx.x == 0 ? 1 : order[blockIdx.x - 1] * 2 % 1009;
    __threadfence();
    *token = blockIdx.x + 1;
  }
}

template <typename T>
T *zeroed(size_t n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  cudaMemset(p, 0, n * sizeof(T));
  cudaDeviceSynchronize();
  return p;
}

int main() {
  const int n = 2000;
  float *a = zeroed<float>(n), *b = zeroed<float>(n), *c = zeroed<float>(3);
  float expected = 0;
  for (int i = 0; i < n; ++i) a[i] = i % 7, b[i] = i % 3, expected += a[i] * b[i];
  Lock lock;
  dot_with_lock<<<8, 128>>>(lock, a, b, c, n);
  cudaDeviceSynchronize();
  printf("dot %s\n", *c == expected ? "right" : "wrong");
  lock.destroy();
  int *counter = zeroed<int>(1), *m = zeroed<int>(1);
  every_lane<<<4, 64>>>(counter);
  cudaDeviceSynchronize();
  printf("every lane %d\n", *counter);
  every_lane_plain_loop<<<2, 48>>>(counter, m);
  cudaDeviceSynchronize();
  printf("plain loop %d\n", *counter);
  TicketLock *tl = zeroed<TicketLock>(1);
  int *log = zeroed<int>(16), *at = zeroed<int>(1), ordered = 1;
  tickets<<<16, 32>>>(tl, log, at);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) ordered &= log[i] == i;
  printf("tickets %d\n", ordered);
  for (int i = 0; i < n; ++i) a[i] = ((i * 7919) % 4001 - 2000) * 0.25f;
  double *sum = zeroed<double>(1), total = 0;
  float low = 0, high = 0;
  for (int i = 0; i < n; ++i) total += a[i], low = fminf(low, a[i]), high = fmaxf(high, a[i]);
  extremes<<<(n + 127) / 128, 128>>>(a, n, sum, c + 1, c + 2);
  cudaDeviceSynchronize();
  printf("extremes %s\n", *sum == total && c[1] == low && c[2] == high ? "right" : "wrong");

  Item *items = zeroed<Item>(n);
  int *head = zeroed<int>(1), *popped = zeroed<int>(n), *count = zeroed<int>(1);
  *head = -1;
  push_all<<<(n + 63) / 64, 64>>>(items, head, n);
  pop_some<<<10, 100>>>(items, head, popped, count);
  cudaDeviceSynchronize();
  std::vector<int> seen(n);
  for (int i = 0; i < *count; ++i) seen[popped[i]]++;
  for (int i = *head; i != -1; i = items[i].next) seen[i]++;
  int bad = 0;
  for (int s : seen) bad += s != 1;
  printf("stack: %d popped, %d wrong\n", *count, bad);

  const uint32_t capacity = 1024;
  KeyValue *table = zeroed<KeyValue>(capacity);
  for (uint32_t i = 0; i < capacity; ++i) table[i].key = kEmpty;
  uint32_t *keys = zeroed<uint32_t>(n), *found = zeroed<uint32_t>(n);
  std::map<uint32_t, uint32_t> reference;
  for (int i = 0; i < n; ++i) reference[keys[i] = i * i % 701]++;
  hash_insert<<<(n + 255) / 256, 256>>>(table, keys, capacity, n);
  hash_lookup<<<(n + 255) / 256, 256>>>(table, keys, found, capacity, n);
  cudaDeviceSynchronize();
  bad = 0;
  for (int i = 0; i < n; ++i) bad += found[i] != reference[keys[i]];
  printf("hash table: %d wrong\n", bad);
  Entry **buckets = zeroed<Entry *>(50), *pool = zeroed<Entry>(n);
  int *locks = zeroed<int>(50), *length = zeroed<int>(50);
  chained<<<(n + 127) / 128, 128>>>(buckets, pool, locks, 50, n);
  chain_lengths<<<1, 64>>>(buckets, length, 50);
  cudaDeviceSynchronize();
  bad = 0;
  for (int i = 0; i < 50; ++i) bad += length[i] != n / 50;
  printf("chains: %d wrong\n", bad);
  int *out = zeroed<int>(30);
  persistent<<<4, 32>>>(out, 30);
  cudaDeviceSynchronize();
  bad = 0;
  for (int i = 0; i < 30; ++i) bad += out[i] != 32 * i + 496;
  printf("persistent: %d wrong\n", bad);
  int *token = zeroed<int>(1), *order = zeroed<int>(20);
  relay<<<20, 32>>>(token, order);
  printf("relay: %s", cudaGetErrorString(cudaDeviceSynchronize()));
  printf(" %d\n", order[19]);
  cudaDeviceReset();
}
