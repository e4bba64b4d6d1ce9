// A point a thread: the grid grows with n, beyond what can run at the same time.
// TODO(1)
  __shared__ float sums[kWarp];
  const unsigned warp = threadIdx.x / kWarp;
  const unsigned lane = threadIdx.x % kWarp;
  const float of_warp = warp_sum(value);
  if (lane == 0) {
    sums[warp] = of_warp;
  }
  __syncthreads();
  value = warp_sum(lane * kWarp < blockDim.x ? sums[lane] : 0);
// END TODO(1)
// TODO(2)
  const std::size_t i = 1 + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const float h = width(interval, n);
  float value = 0;
  if (i < n) {
    value = f(interval->a + i * h);
  }
  value = block_sum(value);
  if (threadIdx.x == 0) {
    atomicAdd(sum, static_cast<double>(value * h));
  }
// END TODO(2)
// TODO(3)
  const unsigned size = (threads + 31) & ~31U;
  const std::size_t blocks = (n + size - 2) / size;
// END TODO(3)
