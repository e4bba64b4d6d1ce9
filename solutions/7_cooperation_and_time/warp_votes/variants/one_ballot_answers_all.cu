// The ballot alone tells the other votes, and the lane with nobody below it draws.
// TODO(1)
  votes.ballot = __ballot_sync(kAll, above);
  votes.any = votes.ballot != 0;
  votes.all = votes.ballot == __ballot_sync(kAll, exists);
// END TODO(1)
// TODO(4)
  const unsigned here = __activemask();
  const unsigned below = here & ((1u << my_lane()) - 1);
  if (below == 0) {
    ticket = atomicAdd(counter, static_cast<unsigned>(__popc(here)));
  }
  ticket = __shfl_sync(here, ticket, __ffs(static_cast<int>(here)) - 1) + __popc(below);
// END TODO(4)
