// says: the number above the mean without its fraction
// omits: one too
// TODO(3)
  launch_sum(values, n, &statistics->sum);
  check(cudaDeviceSynchronize());
  statistics->mean = statistics->sum / static_cast<int>(n);
  launch_count(values, n, statistics);
  check(cudaDeviceSynchronize());
// END TODO(3)
