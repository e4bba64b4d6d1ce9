// Groups of 16 instead of 32: the two halves of every warp still go different ways.
// TODO(1)
  element = t / 32 * 32 + 2 * (t % 16) + t / 16 % 2;
// END TODO(1)
