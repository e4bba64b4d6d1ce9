// says: That is what strides 1, 2, 3, 4, ... give
// TODO(2)
for (std::size_t stride = 1; stride < n; stride++) reduce_step(values, n, stride);
// END TODO(2)
