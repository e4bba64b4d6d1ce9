// As many rows of blocks as columns.
// TODO(2)
  blocks.x = static_cast<unsigned>((cols + kWidth - 1) / kWidth);
  blocks.y = blocks.x;
// END TODO(2)
