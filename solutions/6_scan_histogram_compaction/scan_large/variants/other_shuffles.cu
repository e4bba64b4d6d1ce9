// Other shuffles: the first lanes of a warp scan the sums, a sum by halves.
// TODO(3)
  if (lane() == kWarp - 1) {
    sums[warp()] = mine;
  }
  __syncthreads();
  const int theirs = lane() < kWarps ? sums[lane()] : 0;
  const int up_to = scan_warp(theirs);
  before = __shfl_sync(kAllLanes, up_to - theirs, warp());
  total = __shfl_sync(kAllLanes, up_to, kWarp - 1);
  __syncthreads();
// END TODO(3)
// TODO(4)
  int sum = 0;
  for (unsigned r = 0; r < kRounds; ++r) {
    sum += sum_of(items.round[r]);
  }
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(kAllLanes, sum, distance);
  }
  if (lane() == 0) {
    atomicAdd(total, sum);
  }
// END TODO(4)
