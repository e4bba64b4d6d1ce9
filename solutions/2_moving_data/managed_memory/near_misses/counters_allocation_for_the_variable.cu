// The sum is right, but by an allocation: the variable is not used.
// TODO(2)
    result = managed_sum(values, n);
// END TODO(2)
