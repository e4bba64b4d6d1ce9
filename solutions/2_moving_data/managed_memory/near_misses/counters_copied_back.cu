// Right, but with device memory and copies.
// TODO(1)
    int* total = nullptr;
    check(cudaMalloc(&total, sizeof *total));
    check(cudaMemset(total, 0, sizeof *total));
    launch_sum(values, n, total);
    check(cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost));
    check(cudaFree(total));
// END TODO(1)
