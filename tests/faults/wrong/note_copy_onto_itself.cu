//! A history moves up by one place with one cudaMemcpy, whose two sides overlap.
//! expect: note
//! says: note_copy_onto_itself.cu:16:
//! says: have 392 bytes in common
//! prints: 3
//! status: 0
#include <cstdio>

int main() {
  const int n = 100;
  float *history, last = 3, second = 0;
  cudaMalloc(&history, n * sizeof(float));
  cudaMemset(history, 0, n * sizeof(float));
  cudaMemcpy(history, history, n * sizeof(float), cudaMemcpyDeviceToDevice);  // changes nothing
  for (int step = 0; step < 3; step++) {
    cudaMemcpy(history + 1, history, n * sizeof(float) - 4, cudaMemcpyDeviceToDevice);
    cudaMemcpy(history, &last, sizeof last, cudaMemcpyHostToDevice);
  }
  cudaMemcpy(&second, history + 1, sizeof second, cudaMemcpyDeviceToHost);
  printf("%g\n", second);
  cudaFree(history);
}
