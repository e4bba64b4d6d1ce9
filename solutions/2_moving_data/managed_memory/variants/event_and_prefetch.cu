// Waits for an event, and moves the page ahead of its use.
// TODO(1)
    int* total = nullptr;
    cudaEvent_t summed = nullptr;
    check(cudaMallocManaged(&total, sizeof *total));
    check(cudaEventCreateWithFlags(&summed, cudaEventDisableTiming));
    check(cudaMemset(total, 0, sizeof *total));
    launch_sum(values, n, total);
    check(cudaEventRecord(summed, nullptr));
    check(cudaEventSynchronize(summed));
    result = *total;
    check(cudaEventDestroy(summed));
    check(cudaFree(total));
// END TODO(1)
