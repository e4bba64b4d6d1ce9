// Adds the number of the lane, not that of the lanes before it that draw, too.
// TODO(4)
  const unsigned here = __activemask();
  const unsigned leader = __ffs(here) - 1;
  if (my_lane() == leader) {
    ticket = atomicAdd(counter, __popc(here));
  }
  ticket = __shfl_sync(here, ticket, leader) + my_lane();
// END TODO(4)
