// Adds the reserved bytes behind the rounding.
// TODO(3)
  const unsigned bytes = round_up(needs.shared_bytes, limits.shared_unit) + limits.shared_reserved;
  blocks = bytes == 0 ? limits.blocks : limits.shared_bytes / bytes;
// END TODO(3)
