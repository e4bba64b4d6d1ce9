//! The guards compare x with the height and y with the width.
//! expect: out_of_bounds
//! who: block (0, 1)
//! says: past the end of the 6144-byte allocation
struct Matrix {
  int width, height;
  float* data;
};

__global__ void scale(Matrix m, float by) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < m.height && row < m.width)
    m.data[row * m.width + col] *= by;  // fault
}

int main() {
  Matrix m{48, 32, nullptr};
  cudaMalloc(&m.data, m.width * m.height * sizeof(float));  // allocation
  cudaMemset(m.data, 0, m.width * m.height * sizeof(float));
  dim3 block(16, 32), grid(3, 2);
  scale<<<grid, block>>>(m, 2.0f);
  cudaDeviceSynchronize();
  cudaFree(m.data);
}
