// Managed memory that the host, copies, fills, other kernels or nobody but the kernel itself write.
#include <cstdio>
#include <cstring>
#include <vector>

struct Node {
  int value;
  Node* next;
};

__global__ void twice(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

__global__ void sum_list(const Node* node, int* sum) {
  for (; node != nullptr; node = node->next)
    *sum += node->value;
}

__managed__ int set_by_program = 3;
__managed__ int zero_by_the_language[3000];

__global__ void variables(int* out) {
  out[threadIdx.x] = set_by_program + zero_by_the_language[threadIdx.x];
}

/// Only what is there is read.
__global__ void guarded(const int* values, const int* count, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < *count)
    out[i] = values[i];
}

int main() {
  const int n = 4000;
  int *a, *b, *c;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  cudaMallocManaged(&c, sizeof(int));
  for (int round = 0; round < 6; ++round) {  // the host fills it anew each time
    for (int i = 0; i < n; ++i)
      a[i] = i + round;
    twice<<<(n + 255) / 256, 256>>>(a, b, n);  // b: by a kernel alone
    twice<<<(n + 255) / 256, 256>>>(b, a, n);
    cudaDeviceSynchronize();
  }
  cudaFree(a);
  cudaMallocManaged(&a, n * sizeof(int));
  std::vector<int> host(n, 7);
  cudaMemcpy(a, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  twice<<<(n + 255) / 256, 256>>>(a, b, n);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMemset(a, 0, n * sizeof(int));
  twice<<<(n + 255) / 256, 256>>>(a, b, n);
  cudaDeviceSynchronize();
  *c = 100;
  std::memset(b, 0, n * sizeof(int));
  guarded<<<(n + 255) / 256, 256>>>(b, c, a);
  variables<<<1, 64>>>(b);
  cudaDeviceSynchronize();
  int *late, *later;
  cudaMallocManaged(&late, 64 * sizeof(int));  // nobody uses it for a while
  cudaMallocManaged(&later, 64 * sizeof(int));
  for (int round = 0; round < 10; ++round) {
    variables<<<1, 64>>>(b);
    cudaDeviceSynchronize();
  }
  for (int i = 0; i < 64; ++i)
    late[i] = i;
  twice<<<1, 64>>>(late, later, 64);
  cudaDeviceSynchronize();
  Node* list = nullptr;
  std::vector<Node*> all;
  for (int i = 0; i < 1500; ++i) {
    Node* node;
    cudaMallocManaged(&node, sizeof(Node));
    node->value = i;
    node->next = list;
    list = node;
    all.push_back(node);
  }
  *c = 0;
  sum_list<<<1, 1>>>(list, c);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", *c, later[5]);
  for (Node* node : all)
    cudaFree(node);
  for (int* each : {a, b, c, late, later})
    cudaFree(each);
}
