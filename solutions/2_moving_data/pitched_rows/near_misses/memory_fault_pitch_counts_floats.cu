// Adds the pitch to a pointer to float: four times too far.
// TODO(1)
  return image + row * pitch;
// END TODO(1)
