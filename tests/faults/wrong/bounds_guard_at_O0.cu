//! A guard of rows and columns that are swapped, in unoptimised code.
//! expect: out_of_bounds
//! flags: -O0
//! says: The access is let through by
//! says: at line 12: does that test the index that is used here
//! says: row * (columns of its array) + column
//! omits: Guard the access
constexpr int kRows = 6, kColumns = 40;

__global__ void clear(int* out) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < kColumns && column < kRows) {
    out[row * kColumns + column] = 0;  // fault
  }
}

int main() {
  int* out;
  cudaMalloc(&out, kRows * kColumns * sizeof(int));  // allocation
  clear<<<dim3(3, 3), dim3(16, 16)>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
