//! Threads push onto the lists of a hash table, and nobody keeps two of them from one list.
//! expect: race
//! says: or a lock around both lines
struct Entry {
  unsigned key;
  Entry* next;
};

__global__ void add(const unsigned* keys, Entry* pool, Entry** lists, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Entry* entry = &pool[i];
    entry->key = keys[i];
    Entry** list = &lists[keys[i] % 64];
    entry->next = *list;  // fault
    *list = entry;        // fault
  }
}

int main() {
  const int n = 512;
  unsigned keys[n], *device;
  for (int i = 0; i < n; ++i) {
    keys[i] = i * 2654435761u;
  }
  Entry *pool, **lists;
  cudaMalloc(&device, sizeof keys);
  cudaMalloc(&pool, n * sizeof(Entry));
  cudaMalloc(&lists, 64 * sizeof(Entry*));  // allocation
  cudaMemset(lists, 0, 64 * sizeof(Entry*));
  cudaMemcpy(device, keys, sizeof keys, cudaMemcpyHostToDevice);
  add<<<2, 256>>>(device, pool, lists, n);
  cudaDeviceSynchronize();
  cudaFree(device);
  cudaFree(pool);
  cudaFree(lists);
}
