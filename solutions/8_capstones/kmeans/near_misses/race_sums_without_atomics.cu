// Two threads with points of one cluster lose an addition.
// TODO(3)
  sums[0] += static_cast<unsigned>(point.x);
  sums[1] += static_cast<unsigned>(point.y);
  sums[2] += static_cast<unsigned>(point.z);
  sums[3] += static_cast<unsigned>(point.w);
  sums[kDims] += 1;
// END TODO(3)
