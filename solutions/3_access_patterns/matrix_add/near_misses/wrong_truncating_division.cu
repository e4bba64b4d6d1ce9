// Rounds down: columns and rows of the last partial blocks are left out.
// TODO(2)
  blocks.x = static_cast<unsigned>(cols < kWidth ? 1 : cols / kWidth);
  blocks.y = static_cast<unsigned>(rows < kHeight ? 1 : rows / kHeight);
// END TODO(2)
