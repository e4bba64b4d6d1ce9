// The leader draws for all, but does not tell the others where their tickets begin.
// TODO(4)
  const unsigned here = __activemask();
  const unsigned leader = __ffs(here) - 1;
  if (my_lane() == leader) {
    ticket = atomicAdd(counter, __popc(here));
  }
  ticket += __popc(here & ((1u << my_lane()) - 1));
// END TODO(4)
