// Right, but where the matrix fits exactly, a row and a column of blocks have nothing to do.
// TODO(2)
  blocks.x = static_cast<unsigned>(cols / kWidth + 1);
  blocks.y = static_cast<unsigned>(rows / kHeight + 1);
// END TODO(2)
