// Right, but every call leaves an allocation.
// TODO(1)
    int* total = nullptr;
    check(cudaMallocManaged(&total, sizeof *total));
    *total = 0;
    launch_sum(values, n, total);
    check(cudaDeviceSynchronize());
    result = *total;
// END TODO(1)
