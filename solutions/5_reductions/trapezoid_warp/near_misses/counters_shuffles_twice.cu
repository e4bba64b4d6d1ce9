// Right, but the sum in shared memory is none: it calls the other one.
// TODO(2)
  value = shuffle_sum(value);
// END TODO(2)
