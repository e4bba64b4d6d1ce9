// Copies of as many bytes as a pointer has, of pointers and of arrays of that size.
#include <cstdlib>
#include <vector>

namespace pointer_list {
// Pointers are copied one by one, and by sizeof of a pointer that is what is copied.
__global__ void fill(float** rows) {
  rows[blockIdx.x][threadIdx.x] = threadIdx.x;
}
int case_pointer_list() {
  const int n = 4;
  float **rows, *row[n], h[32];
  cudaMalloc(&rows, n * sizeof(float*));
  for (int i = 0; i < n; ++i) {
    cudaMalloc(&row[i], 32 * sizeof(float));
    float* p = row[i];
    cudaMemcpy(rows + i, &p, sizeof(p), cudaMemcpyHostToDevice);
  }
  fill<<<n, 32>>>(rows);
  cudaMemcpy(h, row[2], sizeof(h), cudaMemcpyDeviceToHost);
  for (float* r : row)
    cudaFree(r);
  cudaFree(rows);
  return h[5] == 5 ? 0 : 1;
}
}  // namespace pointer_list

namespace array_members {
// sizeof of arrays of 8 bytes: a member, a reference, a static one.
struct Pair {
  float h[2];
  float* d;
  void load() {
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  }
};
static float s[2];
void take(float (&r)[2], float* d) {
  cudaMemcpy(r, d, sizeof(r), cudaMemcpyDeviceToHost);
}
int case_array_members() {
  auto* p = new Pair{{1, 2}, nullptr};
  cudaMalloc(&p->d, 64 * sizeof(float));
  cudaMemset(p->d, 0, 64 * sizeof(float));
  p->load();
  cudaMemcpy(p->h, p->d, sizeof(p->h), cudaMemcpyDeviceToHost);
  cudaMemcpy(s, p->d, sizeof(s), cudaMemcpyDeviceToHost);
  float r[2];
  take(r, p->d);
  struct V {
    std::vector<float> v = std::vector<float>(6);
  } v;
  cudaMemcpy(v.v.data(), p->d, 6 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(p->d);
  delete p;
  return 0;
}
}  // namespace array_members

int main() {
  return pointer_list::case_pointer_list() + array_members::case_array_members();
}
