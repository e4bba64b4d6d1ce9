// Where nothing is reserved, a kernel may take no shared memory at all.
// TODO(3)
  blocks = limits.shared_bytes / round_up(needs.shared_bytes + limits.shared_reserved, limits.shared_unit);
// END TODO(3)
