// says: apart, in places that
// TODO(2)
for (std::size_t stride = n / 2; stride > 0; stride /= 2) reduce_step(values, n, stride);
// END TODO(2)
