// Widths of CUDA arrays that are right, in elements, though sizeof stands near: nothing is to be
// said.

namespace width_helper {
// A CUDA array's width in elements, in a helper whose caller computes bytes under the same name.
cudaArray_t make(int width) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, width);
  return array;
}
size_t row(int columns) {
  size_t width = columns * sizeof(float);
  return width;
}
cudaArray_t make_again(int width) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, width, 1);
  return array;
}
int case_width_helper() {
  float h[16] = {}, back[16];
  cudaArray_t a = make(16), b = make_again(16);
  cudaMemcpy2DToArray(a, 0, 0, h, row(16), row(16), 1, cudaMemcpyHostToDevice);
  cudaMemcpy2DToArray(b, 0, 0, h, row(16), row(16), 1, cudaMemcpyHostToDevice);
  cudaMemcpy2DFromArray(back, row(16), b, 0, 0, row(16), 1, cudaMemcpyDeviceToHost);
  cudaFreeArray(a);
  cudaFreeArray(b);
  return 0;
}
}  // namespace width_helper

namespace width_records {
// Records kept in an array of 4-byte texels: the width is as many texels as their bytes make.
struct Record {
  unsigned char rgba[4];
};
int case_width_records() {
  const int n = 32;
  Record h[n] = {};
  cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned>();
  cudaArray_t array;
  const size_t words = n * sizeof(Record) >> 2;
  cudaMallocArray(&array, &format, n * sizeof(Record) >> 2, 1);
  cudaMemcpy2DToArray(array, 0, 0, h, sizeof h, words * 4, 1, cudaMemcpyHostToDevice);
  cudaFreeArray(array);
  return 0;
}
}  // namespace width_records

int main() {
  return width_helper::case_width_helper() + width_records::case_width_records();
}
