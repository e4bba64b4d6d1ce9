// Right, but one thread does the work of all.
// TODO(3)
  if (index_in_grid() == 0) {
    for (unsigned i = 0; i < size.x * size.y * size.z; ++i) {
      cells[i] = digits(i % size.x, i / size.x % size.y, i / size.x / size.y);
    }
  }
// END TODO(3)
