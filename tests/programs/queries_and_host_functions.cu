// What streams and events say while work is under way, and which calls a function may make that a stream calls.
// The output is that of an H100.
#include <cstdio>

__global__ void spin(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

const char *name(cudaError_t error) { return cudaGetErrorName(error); }

void queries() {
  const long long kCycles = 20000000;
  cudaStream_t a, b, apart;
  cudaEvent_t event;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  cudaEventCreate(&event);
  cudaDeviceSynchronize();
  spin<<<1, 1>>>(kCycles);
  printf("the default stream works: %s, its neighbour %s, one apart %s\n", name(cudaStreamQuery(0)), name(cudaStreamQuery(a)),
         name(cudaStreamQuery(apart)));
  cudaEventRecord(event, a);
  printf("an event behind it: %s, its stream %s\n", name(cudaEventQuery(event)), name(cudaStreamQuery(a)));
  cudaDeviceSynchronize();
  spin<<<1, 1, 0, a>>>(kCycles);
  printf("a works: %s, b %s, the default stream %s\n", name(cudaStreamQuery(a)), name(cudaStreamQuery(b)),
         name(cudaStreamQuery(0)));
  cudaEventRecord(event, a);
  cudaStreamWaitEvent(b, event, 0);
  printf("b waits for a: %s\n", name(cudaStreamQuery(b)));
  printf("that was no error: %s\n", name(cudaGetLastError()));
  cudaDeviceSynchronize();
  cudaEventDestroy(event);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaStreamDestroy(apart);
}

struct Seen {
  cudaEvent_t event;
  void *memory;
  cudaError_t answers[12];
};

void calls(Seen &seen) {
  void *more;
  int number;
  float time;
  cudaError_t *answer = seen.answers;
  *answer++ = cudaGetLastError();
  *answer++ = cudaMalloc(&more, 4);
  *answer++ = cudaGetLastError();
  *answer++ = cudaMemset(seen.memory, 0, 4);
  *answer++ = cudaStreamSynchronize(0);
  *answer++ = cudaGetDevice(&number);
  *answer++ = cudaFree(seen.memory);
  *answer++ = cudaEventQuery(seen.event);
  *answer++ = cudaEventElapsedTime(&time, seen.event, seen.event);
  *answer++ = cudaGetDeviceCount(&number);
  *answer++ = cudaDriverGetVersion(&number);
  *answer = cudaDeviceSynchronize();
}
void CUDART_CB host_function(void *seen) { calls(*static_cast<Seen *>(seen)); }
void CUDART_CB callback(cudaStream_t, cudaError_t, void *seen) { calls(*static_cast<Seen *>(seen)); }

void show(const char *what, const Seen &seen) {
  printf("%s:", what);
  for (const cudaError_t answer : seen.answers) printf(" %d", answer);
  printf(", afterwards %s\n", name(cudaGetLastError()));
}

int main() {
  queries();
  Seen seen = {};
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEventCreate(&seen.event);
  cudaEventRecord(seen.event, stream);
  cudaMalloc(&seen.memory, 4);
  cudaDeviceSynchronize();

  cudaLaunchHostFunc(stream, host_function, &seen);
  cudaStreamSynchronize(stream);
  show("host function", seen);
  cudaStreamAddCallback(stream, callback, &seen, 0);
  cudaStreamSynchronize(stream);
  show("callback", seen);

  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaLaunchHostFunc(stream, host_function, &seen);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  show("node of a graph", seen);

  printf("flags: %s", name(cudaStreamAddCallback(stream, callback, &seen, 1)));
  printf(" %s", name(cudaStreamWaitEvent(stream, seen.event, 8)));
  printf(" %s\n", name(cudaGetLastError()));
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaEventDestroy(seen.event);
  cudaStreamDestroy(stream);
  cudaFree(seen.memory);
}
