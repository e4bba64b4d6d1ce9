//! cudaMalloc is to set a pointer inside of a struct that lies in device memory itself.
//! expect: host_access
//! says: cudaMalloc was given an address in device memory
//! says: variable of the host
struct Table {
  int n;
  float* values;
};

__global__ void fill(Table* table) {
  const unsigned i = threadIdx.x;
  if (i < table->n)
    table->values[i] = i;
}

int main() {
  Table* table;
  cudaMalloc(&table, sizeof(Table));              // allocation
  cudaMalloc(&table->values, 32 * sizeof(float));  // fault
  fill<<<1, 32>>>(table);
  cudaDeviceSynchronize();
  cudaFree(table->values);
  cudaFree(table);
}
