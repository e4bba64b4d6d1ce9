// Ranks in descending order, and an active mask instead of a coalesced group.
// TODO(2)
  for (unsigned rank = tile.size(); rank-- > 0;) {
    const int other = tile.shfl(value, rank);
    place += rank < tile.thread_rank() ? other <= value : other < value;
  }
// END TODO(2)
// TODO(3)
  const unsigned here = __activemask();
  const unsigned lane = threadIdx.x % 32;
  const unsigned leader = __ffs(here) - 1;
  unsigned first = 0;
  if (lane == leader) {
    first = atomicAdd(count, __popc(here));
  }
  out[__shfl_sync(here, first, leader) + __popc(here & ~(0xffffffffu << lane))] = value;
// END TODO(3)
