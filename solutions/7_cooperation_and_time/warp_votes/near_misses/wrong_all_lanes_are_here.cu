// draw is called in a branch: the other lanes of the warp do not come.
// TODO(4)
  const unsigned here = kAll;
  const unsigned leader = __ffs(here) - 1;
  if (my_lane() == leader) {
    ticket = atomicAdd(counter, __popc(here));
  }
  ticket = __shfl_sync(here, ticket, leader);
  ticket += __popc(here & ((1u << my_lane()) - 1));
// END TODO(4)
