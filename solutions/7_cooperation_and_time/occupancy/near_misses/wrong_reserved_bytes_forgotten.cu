// The system takes 1 KiB for itself from each block, on recent devices.
// TODO(3)
  const unsigned bytes = round_up(needs.shared_bytes, limits.shared_unit);
  blocks = bytes == 0 ? limits.blocks : limits.shared_bytes / bytes;
// END TODO(3)
