// What a capture refuses, and what is left of it then; each line as an H100 prints it.
#include <cstdio>
#include <cuda_runtime.h>
#include <thread>

__global__ void add(int *p) { atomicAdd(p, 1); }
void CUDART_CB nothing(cudaStream_t, cudaError_t, void *) {}

cudaStream_t s, t, free_stream;
cudaEvent_t e, f;
int *p, *q = nullptr;

void say(const char *what, cudaError_t error) { printf("%-24s %s\n", what, cudaGetErrorName(error)); }

template <class Body>
void attempt(const char *what, cudaStreamCaptureMode mode, Body body) {
  cudaStreamBeginCapture(s, mode);
  add<<<1, 1, 0, s>>>(p);
  say(what, body());
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  cudaGraph_t graph;
  const cudaError_t end = cudaStreamEndCapture(s, &graph);
  size_t nodes = 0;
  if (end == cudaSuccess) cudaGraphGetNodes(graph, nullptr, &nodes), cudaGraphDestroy(graph);
  printf("    status %d, end %s, %s graph, %zu nodes\n", (int)status, cudaGetErrorName(end), graph ? "a" : "no", nodes);
  cudaGetLastError();
}

int main() {
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking);
  cudaEventCreate(&e);
  cudaEventCreate(&f);
  cudaMalloc(&p, 64);
  cudaMemset(p, 0, 64);
  cudaDeviceSynchronize();
  int host = 0;
  cudaGraph_t graph;
  say("default stream", cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
  say("end without begin", cudaStreamEndCapture(s, &graph));
  for (cudaStreamCaptureMode mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeRelaxed}) {
    attempt("cudaMalloc", mode, [&] { return cudaMalloc(&q, 64); });
    attempt("cudaStreamSynchronize", mode, [&] { return cudaStreamSynchronize(s); });
    attempt("another stream", mode, [&] { return cudaStreamSynchronize(t); });
    attempt("cudaDeviceSynchronize", mode, [&] { return cudaDeviceSynchronize(); });
    attempt("cudaStreamQuery", mode, [&] { return cudaStreamQuery(s); });
    attempt("cudaEventSynchronize", mode, [&] { return cudaEventSynchronize(f); });
    attempt("cudaMemcpy", mode, [&] { return cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost); });
    attempt("cudaMemset", mode, [&] { return cudaMemset(p, 0, 4); });
    attempt("callback", mode, [&] { return cudaStreamAddCallback(s, nothing, nullptr, 0); });
    attempt("twice", mode, [&] { return cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); });
    cudaFree(q);
  }
  const cudaStreamCaptureMode global = cudaStreamCaptureModeGlobal;
  attempt("default stream launch", global, [&] {
    add<<<1, 1>>>(p);
    return cudaGetLastError();
  });
  attempt("other streams launch", global, [&] {
    add<<<1, 1, 0, t>>>(p);
    add<<<1, 1, 0, free_stream>>>(p);
    return cudaGetLastError();
  });
  attempt("unjoined", global, [&] {
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    add<<<1, 1, 0, t>>>(p);
    return cudaGetLastError();
  });
  attempt("joined", global, [&] {
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    add<<<1, 1, 0, t>>>(p);
    cudaEventRecord(f, t);
    return cudaStreamWaitEvent(s, f, 0);
  });
  say("event after its capture", cudaEventSynchronize(f));
  attempt("captured event", global, [&] {
    cudaEventRecord(e, s);
    return cudaEventQuery(e);
  });
  attempt("ended by another stream", global, [&] {
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    return cudaStreamEndCapture(t, &graph);
  });
  cudaEventRecord(e, t);
  attempt("event from outside", global, [&] { return cudaStreamWaitEvent(s, e, 0); });
  cudaStreamBeginCapture(t, global);
  attempt("two captures", global, [&] {
    cudaEventRecord(e, s);
    return cudaStreamWaitEvent(t, e, 0);
  });
  say("the other", cudaStreamEndCapture(t, &graph));
  cudaStreamBeginCapture(s, global);
  std::thread([&] { say("ended by another thread", cudaStreamEndCapture(s, &graph)); }).join();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  std::thread([&] { say("another thread allocates", cudaMalloc(&q, 64)); }).join();
  say("end", cudaStreamEndCapture(s, &graph));
  cudaGraphDestroy(graph);
  cudaFree(q);
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaStreamBeginCapture(s, global);
  cudaThreadExchangeStreamCaptureMode(&mode);
  say("in relaxed mode", cudaMalloc(&q, 64));
  cudaThreadExchangeStreamCaptureMode(&mode);
  printf("mode was %d\n", (int)mode);
  say("end", cudaStreamEndCapture(s, &graph));
  cudaGraphDestroy(graph);
  cudaGetLastError();
  cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost);
  printf("ran %d times\n", host);
  cudaFree(p);
  cudaFree(q);
  say("at the end", cudaDeviceSynchronize());
}
