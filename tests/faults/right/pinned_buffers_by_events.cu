// Three streams with pinned buffers, used over and over: the host waits for the event behind the
// copy back, or asks a stream until it is done, and never for all.
#include <cstdio>

const int kLanes = 3, kItems = 20000;

__global__ void twice(const float* in, float* out) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kItems; i += gridDim.x * blockDim.x)
    out[i] = 2 * in[i];
}

struct Lane {
  cudaStream_t stream;
  cudaEvent_t done;
  float *in, *out, *device_in, *device_out;
};

double take(const Lane& lane) {
  double sum = 0;
  for (int i = 0; i < kItems; ++i)
    sum += lane.out[i];
  return sum;
}

int main() {
  const size_t bytes = kItems * sizeof(float);
  Lane lanes[kLanes];
  for (Lane& lane : lanes) {
    cudaStreamCreateWithFlags(&lane.stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&lane.done, cudaEventDisableTiming);
    cudaMallocHost(&lane.in, bytes);
    cudaMallocHost(&lane.out, bytes);
    cudaMalloc(&lane.device_in, bytes);
    cudaMalloc(&lane.device_out, bytes);
  }
  double total = 0;
  for (int turn = 0; turn < 9 + kLanes; ++turn) {
    Lane& lane = lanes[turn % kLanes];
    if (turn % 2 == 0)
      cudaEventSynchronize(lane.done);
    else
      while (cudaStreamQuery(lane.stream) == cudaErrorNotReady) {
      }
    total += turn < kLanes ? 0 : take(lane);
    if (turn >= 9)
      continue;
    for (int i = 0; i < kItems; ++i)
      lane.in[i] = float(turn);
    cudaMemcpyAsync(lane.device_in, lane.in, bytes, cudaMemcpyHostToDevice, lane.stream);
    twice<<<4, 128, 0, lane.stream>>>(lane.device_in, lane.device_out);
    cudaMemcpyAsync(lane.out, lane.device_out, bytes, cudaMemcpyDeviceToHost, lane.stream);
    cudaEventRecord(lane.done, lane.stream);
  }
  for (Lane& lane : lanes) {
    cudaFreeHost(lane.in);
    cudaFreeHost(lane.out);
    cudaFree(lane.device_in);
    cudaFree(lane.device_out);
    cudaEventDestroy(lane.done);
    cudaStreamDestroy(lane.stream);
  }
  return total == 2. * 36 * kItems ? 0 : 1;
}
