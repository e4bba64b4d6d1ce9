//! The pitch of the host's rows is given in elements; the copy is refused, and nobody looks.
//! expect: note
//! says: 120 bytes of each row are copied, but the pitch of the source is 30 bytes
//! says: columns * sizeof(type)
//! status: 0
int main() {
  const int columns = 30, rows = 10;
  static float host[rows][columns];
  float* device;
  size_t pitch;
  cudaMallocPitch(&device, &pitch, columns * sizeof(float), rows);
  cudaMemcpy2D(device, pitch, host, columns, columns * sizeof(float), rows, cudaMemcpyHostToDevice);  // fault
  cudaFree(device);
}
