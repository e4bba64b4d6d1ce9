//! Kernels build a list with malloc, and the host follows it with cudaMemcpy: no call of the host takes the device's heap.
//! expect: invalid_copy
//! says: Let a kernel copy it into memory of cudaMalloc
#include <cstdio>

struct Node {
  int value;
  Node *next;
};

__global__ void build(Node **head, int n) {
  *head = nullptr;
  for (int i = 0; i < n; i++) {
    Node *node = (Node *)malloc(sizeof(Node));
    node->value = i;
    node->next = *head;
    *head = node;
  }
}

__global__ void clear(Node **head) {
  for (Node *node = *head, *next; node; node = next) {
    next = node->next;
    free(node);
  }
}

int main() {
  Node **head, *at, node;
  cudaMalloc(&head, sizeof(Node *));
  build<<<1, 1>>>(head, 10);
  cudaMemcpy(&at, head, sizeof at, cudaMemcpyDeviceToHost);
  int sum = 0;
  while (at && cudaMemcpy(&node, at, sizeof node, cudaMemcpyDeviceToHost) == cudaSuccess) {  // fault
    sum += node.value;
    at = node.next;
  }
  printf("%d\n", sum);
  clear<<<1, 1>>>(head);
  cudaFree(head);
  return sum != 45;
}
