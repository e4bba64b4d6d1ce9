// The left place is overwritten before its value has been added.
// TODO(2)
  const unsigned i = (threadIdx.x + 1) * 2 * d - 1;
  if (i < kLongestRow) {
    slots[slot(i - d)] = slots[slot(i)];
    slots[slot(i)] += slots[slot(i - d)];
  }
// END TODO(2)
