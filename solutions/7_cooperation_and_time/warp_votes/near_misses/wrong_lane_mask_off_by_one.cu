// Each lane counts itself among those before it.
// TODO(4)
  const unsigned here = __activemask();
  const unsigned leader = __ffs(here) - 1;
  if (my_lane() == leader) {
    ticket = atomicAdd(counter, __popc(here));
  }
  ticket = __shfl_sync(here, ticket, leader);
  ticket += __popc(here & ((2u << my_lane()) - 1));
// END TODO(4)
