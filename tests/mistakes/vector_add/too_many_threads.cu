// says: a kernel launch failed
// says: at most 1024
// TODO(2)
  if (n > 0) {
    add_kernel<<<1, 2048>>>(a, b, sum, n);
  }
  return;
  const unsigned blocks = 1;
// END TODO(2)
