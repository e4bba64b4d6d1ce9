// of: counters_kernels_in_the_default_stream
// says: default stream kernels: 2
// says: 7/10 points
