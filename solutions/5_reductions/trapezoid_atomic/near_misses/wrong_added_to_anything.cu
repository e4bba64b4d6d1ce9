// The threads add to what was there before the call: nobody stores the ends first.
// TODO(3)
  add_inner_points(interval, n, integral);
// END TODO(3)
