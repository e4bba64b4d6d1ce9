// Divides the pitch by the size of an element.
// TODO(1)
  return image + row * (pitch / sizeof *image);
// END TODO(1)
