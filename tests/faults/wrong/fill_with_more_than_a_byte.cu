//! cudaMemset of INT_MAX gives -1, of which every minimum is right.
//! expect: note
//! status: 0
//! warns: only the lowest 8 bits count
//! says: never freed
#include <climits>

int main() {
  int* smallest;
  cudaMalloc(&smallest, sizeof(int));
  cudaMemset(smallest, INT_MAX, sizeof(int));
}
