// says: are the two exchanged in the grid?
// TODO(2)
  blocks.x = static_cast<unsigned>((rows + kWidth - 1) / kWidth);
  blocks.y = static_cast<unsigned>((cols + kHeight - 1) / kHeight);
// END TODO(2)
