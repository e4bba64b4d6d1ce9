// Graphs that are launched by another function, through a clone.

namespace graph_later {
// Graphs that are launched later, by another function, as a child, through a clone; and one that
// only updates.
__global__ void fill(int* x, int v) {
  x[threadIdx.x] = v;
}
cudaGraphExec_t kept;
void later(cudaStream_t s) {
  cudaGraphLaunch(kept, s);
}
int case_graph_later() {
  int *x, h[32];
  cudaMalloc(&x, sizeof h);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t g, c;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  fill<<<1, 32, 0, s>>>(x, 3);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&kept, g, 0);
  cudaGraphClone(&c, g);
  cudaGraphInstantiate(&e, c, 0);
  cudaGraphLaunch(e, s);
  later(s);
  cudaStreamSynchronize(s);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  cudaGraphExecDestroy(e);
  cudaGraphExecDestroy(kept);
  cudaGraphDestroy(g);
  cudaGraphDestroy(c);
  cudaStreamDestroy(s);
  cudaFree(x);
  return h[3] == 3 ? 0 : 1;
}
}  // namespace graph_later

int main() {
  return graph_later::case_graph_later();
}
