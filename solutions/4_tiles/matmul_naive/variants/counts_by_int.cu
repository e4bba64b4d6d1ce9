// As most write the loop: an int is compared with a size_t, and clang then does not unroll.
// TODO(1)
  const Element mine = my_element();
  if (mine.row < m && mine.col < n) {
    float sum = 0;
    for (int l = 0; l < k; l++) {
      sum += a[mine.row * k + l] * b[l * n + mine.col];
    }
    c[mine.row * n + mine.col] = sum;
  }
// END TODO(1)
// TODO(2)
  const std::size_t row = blockIdx.y * kEdge + threadIdx.y;
  const std::size_t col = blockIdx.x * kEdge + threadIdx.x;
// END TODO(2)
