// A lock-free stack: nodes linked by atomicCAS on the head, walked by the next kernel.
struct Node {
  int value, next;
};
__device__ int head = -1;

__global__ void push(Node* nodes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  nodes[i].value = i;
  int old = *(volatile int*)&head, seen;
  do {
    seen = old;
    nodes[i].next = seen;
    __threadfence();
    old = atomicCAS(&head, seen, i);
  } while (old != seen);
}

__global__ void walk(const Node* nodes, int* length, int* sum) {
  *length = *sum = 0;
  for (int n = head; n >= 0; n = nodes[n].next) {
    ++*length;
    *sum += nodes[n].value;
  }
}

int main() {
  Node* nodes;
  int *out, h[2];
  cudaMalloc(&nodes, 96 * sizeof(Node));
  cudaMalloc(&out, sizeof h);
  push<<<3, 32>>>(nodes);
  walk<<<1, 1>>>(nodes, out, out + 1);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(nodes);
  cudaFree(out);
  return h[0] == 96 && h[1] == 95 * 48 ? 0 : 1;
}
