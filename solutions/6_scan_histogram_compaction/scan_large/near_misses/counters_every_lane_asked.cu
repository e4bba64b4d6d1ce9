// Each lane asks all lanes, one after the other: 32 shuffles where five do.
// TODO(1)
  int sum = 0;
  for (unsigned source = 0; source < kWarp; ++source) {
    const int other = __shfl_sync(kAllLanes, value, source);
    sum += source <= lane() ? other : 0;
  }
  value = sum;
// END TODO(1)
