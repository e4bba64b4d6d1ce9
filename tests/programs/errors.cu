// simulator only: a GPU lets small mistakes pass, and some errors have other numbers in CUDA 13
// Mistakes on purpose: What a program sees of its mistakes: launches that are refused, faults that stick, and the way back.
#include <cstdio>

__global__ void nothing() {}
__global__ void out_of_bounds(int* p) { p[100 + threadIdx.x] = 1; }

static void say(const char* what, cudaError_t error) { std::printf("%s: %s\n", what, cudaGetErrorName(error)); }

int main() {
  nothing<<<1, 1025>>>();
  say("1025 threads", cudaGetLastError());
  nothing<<<0, 32>>>();
  say("0 blocks", cudaGetLastError());
  nothing<<<1, 32, 100000>>>();
  say("too much shared memory", cudaGetLastError());
  say("forgotten", cudaGetLastError());
  int* p = nullptr;
  say("malloc", cudaMalloc(&p, 400));
  int host[100];
  say("swapped copy", cudaMemcpy(host, p, 400, cudaMemcpyHostToDevice));
  say("too long copy", cudaMemcpy(p, host, 404, cudaMemcpyHostToDevice));
  say("peek", cudaPeekAtLastError());
  say("last", cudaGetLastError());
  say("free of a host pointer", cudaFree(host));
  cudaGetLastError();
  out_of_bounds<<<1, 32>>>(p);
  say("after the faulty launch", cudaGetLastError());
  say("synchronise", cudaDeviceSynchronize());
  say("malloc in a lost context", cudaMalloc(&p, 4));
  say("told", cudaGetLastError());
  say("and forgotten", cudaGetLastError());
  say("it sticks", cudaDeviceSynchronize());
  say("reset", cudaDeviceReset());
  say("malloc again", cudaMalloc(&p, 400));
  nothing<<<1, 32>>>();
  say("launch again", cudaDeviceSynchronize());
  say("free", cudaFree(p));
  say("double free", cudaFree(p));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  say("a stream that was destroyed", cudaStreamSynchronize(stream));
}
