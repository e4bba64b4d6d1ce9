//! Functions make graphs ready and launch them, under names of their own: this run only does not come to it.
__global__ void fill(int* x, int value) {
  x[threadIdx.x] = value;
}
void run(cudaGraphExec_t exec, cudaStream_t stream) {
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
}
cudaGraphExec_t ready(cudaGraph_t captured) {
  cudaGraphExec_t made;
  cudaGraphInstantiate(&made, captured, nullptr, nullptr, 0);
  return made;
}

int main(int argc, char**) {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t first, second;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fill<<<1, 32, 0, stream>>>(x, 1);
  cudaStreamEndCapture(stream, &first);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fill<<<1, 32, 0, stream>>>(x, 2);
  cudaStreamEndCapture(stream, &second);
  cudaGraphExec_t instance;
  cudaGraphInstantiate(&instance, first, nullptr, nullptr, 0);
  if (argc > 1)
    run(instance, stream);
  if (argc > 2)
    run(ready(second), stream);
  cudaGraphExecDestroy(instance);
  cudaGraphDestroy(first);
  cudaGraphDestroy(second);
  cudaStreamDestroy(stream);
  cudaFree(x);
}
