//! Blocks take sixteen pieces of work each from a queue whose volatile head they move on by themselves.
//! expect: race
//! says: what another did in between is lost
struct Queue {
  volatile int head;
  int tail;
  int items[64];
};

__global__ void work(Queue* queue, int* done) {
  for (int turn = 0; turn < 16; ++turn) {
    int next = queue->head;
    if (next >= queue->tail)
      break;
    queue->head = next + 1;  // fault
    atomicAdd(&done[queue->items[next]], 1);
  }
}

int main() {
  static Queue host;
  host.tail = 64;
  for (int i = 0; i < 64; ++i)
    host.items[i] = i;
  Queue* queue;
  int* done;
  cudaMalloc(&queue, sizeof host);
  cudaMalloc(&done, sizeof host.items);
  cudaMemcpy(queue, &host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(done, 0, sizeof host.items);
  work<<<4, 1>>>(queue, done);
  cudaDeviceSynchronize();
  cudaFree(queue);
  cudaFree(done);
}
