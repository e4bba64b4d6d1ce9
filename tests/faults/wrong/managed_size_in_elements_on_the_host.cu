//! Managed memory for as many bytes as there are elements, which host code fills.
//! expect: host_access
//! says: after the begin of the 3000-byte allocation
//! says: n * sizeof(type), not n
int main() {
  const int n = 3000;
  int* values;
  cudaMallocManaged(&values, n);
  for (int i = 0; i < n; ++i)
    values[i] = i;  // fault
  cudaFree(values);
}
