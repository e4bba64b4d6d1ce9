// A managed variable needs no copies.
// TODO(2)
    const int zero = 0;
    check(cudaMemcpyToSymbol(global_total, &zero, sizeof zero));
    launch_sum(values, n, &global_total);
    check(cudaMemcpyFromSymbol(&result, global_total, sizeof result));
// END TODO(2)
