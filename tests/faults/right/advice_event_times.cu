// Times between events of streams that are joined, and of the default stream.
#include <cmath>

namespace event_after_join {
// Events of one stream around work of another, joined by cudaStreamWaitEvent; and the gap between
// two phases.
__global__ void fill(int* x) {
  x[threadIdx.x] = 1;
}
int case_event_after_join() {
  int* x;
  cudaMalloc(&x, 128);
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEvent_t start, stop, done;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventCreate(&done);
  cudaEventRecord(start, a);
  cudaStreamWaitEvent(b, start, 0);
  fill<<<1, 32, 0, b>>>(x);
  cudaEventRecord(done, b);
  cudaStreamWaitEvent(a, done, 0);
  cudaEventRecord(stop, a);
  cudaEventSynchronize(stop);
  float ms;
  cudaEventElapsedTime(&ms, start, stop);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaEventDestroy(done);
  cudaFree(x);
  return 0;
}
}  // namespace event_after_join

namespace default_stream_events {
// Events of the default stream, which waits for the streams that the kernels run in.
__global__ void fill(int* x) {
  x[threadIdx.x] = 1;
}
int case_default_stream_events() {
  int* x;
  cudaMalloc(&x, 128);
  cudaStream_t b;
  cudaStreamCreate(&b);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  fill<<<1, 32, 0, b>>>(x);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms;
  cudaEventElapsedTime(&ms, start, stop);
  cudaStreamDestroy(b);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(x);
  return 0;
}
}  // namespace default_stream_events

namespace signed_time {
// Which of two streams was first? The sign of the time says it.
__global__ void fill(int* x) {
  x[threadIdx.x] = 1;
}
int case_signed_time() {
  int *x, *y;
  cudaMalloc(&x, 128);
  cudaMalloc(&y, 128);
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEvent_t ea, eb;
  cudaEventCreate(&ea);
  cudaEventCreate(&eb);
  fill<<<1, 32, 0, a>>>(x);
  cudaEventRecord(ea, a);
  fill<<<1, 32, 0, b>>>(y);
  cudaEventRecord(eb, b);
  cudaDeviceSynchronize();
  float ms;
  cudaEventElapsedTime(&ms, eb, ea);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaEventDestroy(ea);
  cudaEventDestroy(eb);
  cudaFree(x);
  cudaFree(y);
  return 0;
}
}  // namespace signed_time

int main() {
  return event_after_join::case_event_after_join() +
         default_stream_events::case_default_stream_events() + signed_time::case_signed_time();
}
