// says: were never written
// says: the grid has
// omits: exchanged
// TODO(2)
  blocks.x = static_cast<unsigned>((cols + kWidth - 1) / kWidth);
// END TODO(2)
