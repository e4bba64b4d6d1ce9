// Streams, events, callbacks, priorities, waits between streams, per-thread launches, asynchronous allocation.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
template <typename T>
void check(T result, char const *const func, const char *const file, int const line) {
  if (result) {
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, static_cast<unsigned int>(result), cudaGetErrorName(result), func);
    exit(EXIT_FAILURE);
  }
}
inline void getLastCudaError_(const char *msg, const char *file, const int line) {
  cudaError_t err = cudaGetLastError();
  if (cudaSuccess != err) {
    fprintf(stderr, "%s(%i) : %s : (%d) %s.\n", file, line, msg, static_cast<int>(err), cudaGetErrorString(err));
    exit(EXIT_FAILURE);
  }
}
#define getLastCudaError(msg) getLastCudaError_(msg, __FILE__, __LINE__)

__global__ void kernel(float *a, int offset) {
  int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
  float x = (float)i;
  float s = sinf(x);
  float c = cosf(x);
  a[i] = a[i] + sqrtf(s * s + c * c);
}
__global__ void init_array(int *g_data, int *factor, int num_iterations) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < num_iterations; i++) g_data[idx] += *factor;
}
__global__ void append(int *log, int *at, int what) { log[(*at)++] = what; }

float maxError(float *a, int n) {
  float maxE = 0;
  for (int i = 0; i < n; i++) maxE = std::max(maxE, std::abs(a[i] - 1.0f));
  return maxE;
}
struct Work {
  int id;
  std::atomic<int> *done;
};
void CUDART_CB on_stream(cudaStream_t, cudaError_t status, void *data) {
  Work *w = static_cast<Work *>(data);
  if (status == cudaSuccess) w->done->fetch_add(w->id);
}
void CUDART_CB host_node(void *data) { static_cast<std::string *>(data)->append("x"); }

class Timer {
 public:
  Timer() { cudaEventCreate(&start_), cudaEventCreate(&stop_); }
  ~Timer() { cudaEventDestroy(start_), cudaEventDestroy(stop_); }
  void start(cudaStream_t s = 0) { cudaEventRecord(start_, s); }
  float stop(cudaStream_t s = 0) {
    float ms = -1;
    cudaEventRecord(stop_, s);
    cudaEventSynchronize(stop_);
    cudaEventElapsedTime(&ms, start_, stop_);
    return ms;
  }

 private:
  cudaEvent_t start_, stop_;
};

int main(int argc, char **argv) {
  const int blockSize = 256, nStreams = 4;
  const int n = 4 * blockSize * nStreams;
  const int streamSize = n / nStreams;
  const int streamBytes = streamSize * sizeof(float);
  const int bytes = n * sizeof(float);
  int devId = 0;
  checkCudaErrors(cudaSetDevice(devId));
  float *a, *d_a;
  checkCudaErrors(cudaMallocHost((void **)&a, bytes));
  checkCudaErrors(cudaMalloc((void **)&d_a, bytes));
  float ms;
  cudaEvent_t startEvent, stopEvent, dummyEvent;
  cudaStream_t stream[nStreams];
  checkCudaErrors(cudaEventCreate(&startEvent));
  checkCudaErrors(cudaEventCreate(&stopEvent));
  checkCudaErrors(cudaEventCreateWithFlags(&dummyEvent, cudaEventDisableTiming));
  for (int i = 0; i < nStreams; ++i) checkCudaErrors(cudaStreamCreateWithFlags(&stream[i], i % 2 ? cudaStreamNonBlocking : cudaStreamDefault));

  memset(a, 0, bytes);
  checkCudaErrors(cudaEventRecord(startEvent, 0));
  checkCudaErrors(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
  kernel<<<n / blockSize, blockSize>>>(d_a, 0);
  checkCudaErrors(cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost));
  checkCudaErrors(cudaEventRecord(stopEvent, 0));
  checkCudaErrors(cudaEventSynchronize(stopEvent));
  checkCudaErrors(cudaEventElapsedTime(&ms, startEvent, stopEvent));
  printf("sequential %s %s\n", ms > 0 ? "timed" : "NOT timed", maxError(a, n) < 1e-5 ? "right" : "wrong");

  memset(a, 0, bytes);
  checkCudaErrors(cudaEventRecord(startEvent, 0));
  for (int i = 0; i < nStreams; ++i) {
    int offset = i * streamSize;
    checkCudaErrors(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
    kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, offset);
    checkCudaErrors(cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
  }
  for (int i = 0; i < nStreams; ++i) checkCudaErrors(cudaStreamSynchronize(stream[i]));
  printf("streams depth first %s\n", maxError(a, n) < 1e-5 ? "right" : "wrong");
  memset(a, 0, bytes);
  for (int i = 0; i < nStreams; ++i) {
    int offset = i * streamSize;
    checkCudaErrors(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
  }
  for (int i = 0; i < nStreams; ++i) kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, i * streamSize);
  getLastCudaError("kernel");
  for (int i = 0; i < nStreams; ++i) {
    int offset = i * streamSize;
    checkCudaErrors(cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
  }
  checkCudaErrors(cudaDeviceSynchronize());
  printf("streams breadth first %s\n", maxError(a, n) < 1e-5 ? "right" : "wrong");

  // Work of two streams in an order that an event makes.
  int *log, *at;
  checkCudaErrors(cudaMallocManaged(&log, 16 * sizeof(int)));
  checkCudaErrors(cudaMallocManaged(&at, sizeof(int)));
  *at = 0;
  for (int k = 0; k < 3; ++k) {
    append<<<1, 1, 0, stream[0]>>>(log, at, 10 + k);
    checkCudaErrors(cudaEventRecord(dummyEvent, stream[0]));
    checkCudaErrors(cudaStreamWaitEvent(stream[1], dummyEvent, 0));
    append<<<1, 1, 0, stream[1]>>>(log, at, 20 + k);
    checkCudaErrors(cudaEventRecord(dummyEvent, stream[1]));
    checkCudaErrors(cudaStreamWaitEvent(stream[0], dummyEvent));
  }
  checkCudaErrors(cudaStreamSynchronize(stream[1]));
  for (int k = 0; k < *at; ++k) printf("%d ", log[k]);
  printf("%s %s\n", cudaGetErrorName(cudaStreamQuery(stream[1])), cudaGetErrorName(cudaEventQuery(dummyEvent)));
  printf("%s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, startEvent, dummyEvent)));
  cudaGetLastError();

  std::atomic<int> done(0);
  Work work[2] = {{5, &done}, {70, &done}};
  for (int k = 0; k < 2; ++k) {
    checkCudaErrors(cudaMemsetAsync(d_a, 0, bytes, stream[k]));
    checkCudaErrors(cudaStreamAddCallback(stream[k], on_stream, &work[k], 0));
  }
  std::string text = "host ";
  checkCudaErrors(cudaLaunchHostFunc(stream[0], host_node, &text));
  checkCudaErrors(cudaLaunchHostFunc(stream[0], host_node, &text));
  checkCudaErrors(cudaDeviceSynchronize());
  printf("callbacks %d, %s\n", done.load(), text.c_str());

  int least, greatest;
  checkCudaErrors(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t urgent;
  checkCudaErrors(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest));
  int priority = 99;
  unsigned flags = 99;
  checkCudaErrors(cudaStreamGetPriority(urgent, &priority));
  checkCudaErrors(cudaStreamGetFlags(urgent, &flags));
  printf("priority %s, flags %u\n", priority == greatest && greatest <= least ? "right" : "wrong", flags);
  checkCudaErrors(cudaStreamDestroy(urgent));

  // Allocation in the order of a stream.
  int *pool;
  std::vector<int> back(256);
  checkCudaErrors(cudaMallocAsync((void **)&pool, 256 * sizeof(int), stream[2]));
  checkCudaErrors(cudaMemsetAsync(pool, 0, 256 * sizeof(int), stream[2]));
  int *factor;
  checkCudaErrors(cudaMalloc(&factor, sizeof(int)));
  const int three = 3;
  checkCudaErrors(cudaMemcpyAsync(factor, &three, sizeof(int), cudaMemcpyHostToDevice, stream[2]));
  init_array<<<2, 128, 0, stream[2]>>>(pool, factor, 5);
  checkCudaErrors(cudaMemcpyAsync(back.data(), pool, 256 * sizeof(int), cudaMemcpyDeviceToHost, stream[2]));
  checkCudaErrors(cudaFreeAsync(pool, stream[2]));
  checkCudaErrors(cudaStreamSynchronize(stream[2]));
  printf("stream-ordered %d %d\n", back[0], back[255]);

  Timer timer;
  timer.start();
  for (int k = 0; k < 10; ++k) kernel<<<n / blockSize, blockSize>>>(d_a, 0);
  printf("ten kernels %s\n", timer.stop() > 0 ? "timed" : "NOT timed");

  // One host thread a stream.
  std::vector<std::thread> threads;
  int *sums;
  checkCudaErrors(cudaMallocManaged(&sums, nStreams * sizeof(int)));
  memset(sums, 0, nStreams * sizeof(int));
  for (int i = 0; i < nStreams; ++i)
    threads.emplace_back([&, i] {
      for (int k = 0; k < 5; ++k) init_array<<<1, 1, 0, stream[i]>>>(sums + i, factor, i + 1);
      cudaStreamSynchronize(stream[i]);
    });
  for (auto &t : threads) t.join();
  printf("threads %d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);

  for (int i = 0; i < nStreams; ++i) checkCudaErrors(cudaStreamDestroy(stream[i]));
  checkCudaErrors(cudaEventDestroy(startEvent));
  checkCudaErrors(cudaEventDestroy(stopEvent));
  checkCudaErrors(cudaEventDestroy(dummyEvent));
  cudaFree(d_a), cudaFreeHost(a), cudaFree(log), cudaFree(at), cudaFree(factor), cudaFree(sums);
  return 0;
}
