// The places do not go round: the upper lanes keep what they have, and only lane 0 gets the sum.
// TODO(1)
  const int sum = places[lane] + (lane + distance < kWarp ? places[lane + distance] : 0);
  __syncwarp();
  places[lane] = sum;
  __syncwarp();
// END TODO(1)
