// New memory is 0 by chance: nobody sets the int.
// TODO(1)
    int* total = nullptr;
    check(cudaMallocManaged(&total, sizeof *total));
    launch_sum(values, n, total);
    check(cudaDeviceSynchronize());
    result = *total;
    check(cudaFree(total));
// END TODO(1)
