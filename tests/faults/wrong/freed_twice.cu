//! expect: invalid_free
//! says: cudaFree
//! says: twice
int main() {
  int* p;
  cudaMalloc(&p, 400);  // allocation
  cudaFree(p);
  cudaFree(p);  // fault
}
