// says: The second sum has the first in it
// TODO(2)
    launch_sum(values, n, &global_total);
    check(cudaDeviceSynchronize());
    result = global_total;
// END TODO(2)
