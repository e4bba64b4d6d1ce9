// A graph with memory of its own: nodes that allocate and free, made one by one and by capture.
#include <cstdio>
#include <cstring>

#define CHECK(x)                                                                        \
  do {                                                                                  \
    cudaError_t e = (x);                                                                \
    if (e != cudaSuccess) printf("line %d: %s\n", __LINE__, cudaGetErrorName(e));       \
  } while (0)
#define REFUSED(x) printf("%s\n", cudaGetErrorName(x))

__global__ void fill(int* out, int n, int first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = first + i;
}
__global__ void sum(const int* in, int n, int* out) {
  int total = 0;
  for (int i = threadIdx.x; i < n; i += 32) total += in[i];
  for (int step = 16; step > 0; step /= 2) total += __shfl_down_sync(0xffffffffu, total, step);
  if (threadIdx.x == 0) *out = total;
}

int main() {
  int n = 1000, first = 5, *result, *host;
  CHECK(cudaMalloc(&result, sizeof(int)));
  CHECK(cudaMallocHost(&host, sizeof(int)));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));

  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.poolProps.allocType = cudaMemAllocationTypePinned;
  wanted.poolProps.location.type = cudaMemLocationTypeDevice;
  wanted.poolProps.location.id = 0;
  wanted.bytesize = n * sizeof(int);
  cudaGraphNode_t allocate, filled, summed, freed, copied;
  CHECK(cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &wanted));
  int* scratch = (int*)wanted.dptr;
  printf("%s\n", scratch ? "an address" : "none");

  cudaKernelNodeParams kernel;
  memset(&kernel, 0, sizeof kernel);
  void* of_fill[] = {&scratch, &n, &first};
  kernel.func = (void*)fill;
  kernel.gridDim = dim3((n + 127) / 128);
  kernel.blockDim = dim3(128);
  kernel.kernelParams = of_fill;
  CHECK(cudaGraphAddKernelNode(&filled, graph, &allocate, 1, &kernel));
  void* of_sum[] = {&scratch, &n, &result};
  kernel.func = (void*)sum;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(32);
  kernel.kernelParams = of_sum;
  CHECK(cudaGraphAddKernelNode(&summed, graph, &filled, 1, &kernel));
  CHECK(cudaGraphAddMemFreeNode(&freed, graph, &summed, 1, scratch));
  CHECK(cudaGraphAddMemcpyNode1D(&copied, graph, &summed, 1, host, result, sizeof(int), cudaMemcpyDeviceToHost));

  cudaMemAllocNodeParams told;
  CHECK(cudaGraphMemAllocNodeGetParams(allocate, &told));
  void* freed_address = nullptr;
  CHECK(cudaGraphMemFreeNodeGetParams(freed, &freed_address));
  cudaGraphNodeType type_of_one, type_of_other;
  CHECK(cudaGraphNodeGetType(allocate, &type_of_one));
  CHECK(cudaGraphNodeGetType(freed, &type_of_other));
  printf("%d %d %zu bytes, %s\n", (int)type_of_one, (int)type_of_other, told.bytesize,
         told.dptr == scratch && freed_address == scratch ? "the same memory" : "others");

  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < 3; ++round) {
    *host = 0;
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("%d\n", *host);
  }

  // refused
  cudaGraphNode_t none;
  cudaGraph_t clone;
  REFUSED(cudaGraphAddMemFreeNode(&none, graph, nullptr, 0, scratch));  // twice in one graph
  REFUSED(cudaGraphAddMemFreeNode(&none, graph, nullptr, 0, result));   // of no graph
  REFUSED(cudaGraphMemAllocNodeGetParams(freed, &told));
  REFUSED(cudaGraphClone(&clone, graph));
  REFUSED(cudaGraphDestroyNode(freed));
  wanted.bytesize = 0;
  REFUSED(cudaGraphAddMemAllocNode(&none, graph, nullptr, 0, &wanted));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));

  // by capture
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  int* other;
  CHECK(cudaMallocAsync(&other, n * sizeof(int), stream));
  fill<<<(n + 127) / 128, 128, 0, stream>>>(other, n, 7);
  sum<<<1, 32, 0, stream>>>(other, n, result);
  CHECK(cudaFreeAsync(other, stream));
  CHECK(cudaMemcpyAsync(host, result, sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("%d\n", *host);
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaDeviceGraphMemTrim(0));
  unsigned long long used = 1;
  CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
  printf("%llu bytes used\n", used);
  CHECK(cudaFree(result));
  CHECK(cudaFreeHost(host));
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
