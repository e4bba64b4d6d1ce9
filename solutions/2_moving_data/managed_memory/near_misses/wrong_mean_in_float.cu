// A float has no room for a large sum, nor for a mean just below a whole number.
// TODO(3)
  launch_sum(values, n, &statistics->sum);
  check(cudaDeviceSynchronize());
  statistics->mean = static_cast<float>(statistics->sum) / static_cast<float>(n);
  launch_count(values, n, statistics);
  check(cudaDeviceSynchronize());
// END TODO(3)
