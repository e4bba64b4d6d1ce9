// Waits for the default stream alone.
// TODO(1)
    int* total = nullptr;
    check(cudaMallocManaged(&total, sizeof *total));
    *total = 0;
    launch_sum(values, n, total);
    check(cudaStreamSynchronize(nullptr));
    result = *total;
    check(cudaFree(total));
// END TODO(1)
// TODO(2)
    global_total = 0;
    launch_sum(values, n, &global_total);
    check(cudaStreamSynchronize(nullptr));
    result = global_total;
// END TODO(2)
// TODO(3)
  launch_sum(values, n, &statistics->sum);
  check(cudaStreamSynchronize(nullptr));
  statistics->mean = static_cast<double>(statistics->sum) / static_cast<double>(n);
  launch_count(values, n, statistics);
  check(cudaStreamSynchronize(nullptr));
// END TODO(3)
