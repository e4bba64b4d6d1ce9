// The distances halve, and a step keeps the lane's own sum in a register.
// TODO(1)
  int sum = places[lane];
  sum += places[(lane + distance) & (kWarp - 1)];
  __syncwarp(0xffffffffu);
  places[lane] = sum;
  __syncwarp(0xffffffffu);
// END TODO(1)
// TODO(2)
  places[lane] = value;
  __syncwarp();
#pragma unroll
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    add_further_place(places, lane, distance);
  }
  return places[lane];
// END TODO(2)
