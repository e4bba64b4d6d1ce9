// Ordinary memory: every copy works, but slowly, and it has no address for the device,
// so that check throws.
// TODO(1)
  frame = new float[n];
// END TODO(1)
// TODO(2)
  delete[] frame;
// END TODO(2)
