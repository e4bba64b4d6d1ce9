// Every lane asks every other one by shuffles: right, and 64 of them where three votes do.
// TODO(1)
  votes.all = true;
  for (int lane = 0; lane < 32; ++lane) {
    const bool exists_there = __shfl_sync(kAll, int(exists), lane) != 0;
    const bool above_there = __shfl_sync(kAll, int(above), lane) != 0;
    votes.all = votes.all && (above_there || !exists_there);
    votes.any = votes.any || above_there;
    votes.ballot |= above_there ? 1u << lane : 0;
  }
// END TODO(1)
