// A fair lock: a ticket, and a volatile "now serving".
struct TicketLock {
  unsigned next, serving;
  __device__ void lock() {
    unsigned mine = atomicAdd(&next, 1);
    while (*(volatile unsigned*)&serving != mine) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    *(volatile unsigned*)&serving = serving + 1;
  }
};

__device__ TicketLock gate;
__device__ int order[20], count;

__global__ void enter() {
  if (threadIdx.x == 0) {
    gate.lock();
    order[count] = blockIdx.x;
    ++count;
    gate.unlock();
  }
}

int main() {
  int host[20], n = 0, sum = 0;
  enter<<<20, 32>>>();
  cudaMemcpyFromSymbol(host, order, sizeof host);
  cudaMemcpyFromSymbol(&n, count, sizeof n);
  for (int v : host)
    sum += v;
  return n == 20 && sum == 190 ? 0 : 1;
}
