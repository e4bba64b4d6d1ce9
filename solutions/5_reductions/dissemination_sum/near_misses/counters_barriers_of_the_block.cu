// Right, but the warps of the block wait for each other, who have nothing in common.
// TODO(1)
  const int sum = places[lane] + places[(lane + distance) % kWarp];
  __syncthreads();
  places[lane] = sum;
  __syncthreads();
// END TODO(1)
// TODO(2)
  places[lane] = value;
  __syncthreads();
  for (unsigned distance = 1; distance < kWarp; distance *= 2) {
    add_further_place(places, lane, distance);
  }
  value = places[lane];
// END TODO(2)
