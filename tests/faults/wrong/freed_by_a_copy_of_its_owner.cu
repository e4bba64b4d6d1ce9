//! A class with a destructor is copied by value: the copy frees what the original still uses.
//! expect: use_after_free
//! says: freed
struct Buffer {
  float* data;
  explicit Buffer(int n) { cudaMalloc(&data, n * sizeof(float)); }  // allocation
  ~Buffer() { cudaFree(data); }
};

__global__ void clear(float* data) {
  data[threadIdx.x] = 0.0f;  // fault
}

void prepare(Buffer buffer) {
  clear<<<1, 32>>>(buffer.data);
}

int main() {
  Buffer buffer(32);
  prepare(buffer);
  clear<<<1, 32>>>(buffer.data);
  cudaDeviceSynchronize();
}
