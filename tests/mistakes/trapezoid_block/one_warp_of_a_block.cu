// says: or are the sums of some warps
// TODO(1)
value = warp_sum(value);
// END TODO(1)
