// The int of the first call is kept for later ones and never given back.
// TODO(1)
    static int* total = nullptr;
    if (total == nullptr) check(cudaMallocManaged(&total, sizeof *total));
    *total = 0;
    launch_sum(values, n, total);
    check(cudaDeviceSynchronize());
    result = *total;
// END TODO(1)
