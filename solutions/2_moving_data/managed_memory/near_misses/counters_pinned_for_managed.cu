// Pinned memory can be reached from both sides, too, but over the bus.
// TODO(1)
    int* total = nullptr;
    check(cudaMallocHost(&total, sizeof *total));
    *total = 0;
    launch_sum(values, n, total);
    check(cudaDeviceSynchronize());
    result = *total;
    check(cudaFreeHost(total));
// END TODO(1)
