// says: the stack of host code is full
// omits: null pointer
// TODO(1)
  sum[0] = 0;
}

static unsigned blocks_for(volatile std::size_t n) {
  volatile char room[1024];
  room[n % 1024] = 1;
  return room[n % 1024] + blocks_for(n + 1);
}

__global__ void unused_kernel(float* sum) {
  sum[0] = 1;
// END TODO(1)
// TODO(2)
  const unsigned blocks = blocks_for(n);
// END TODO(2)
