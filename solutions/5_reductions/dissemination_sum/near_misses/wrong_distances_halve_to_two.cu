// Ends with distance 2: two halves of the lanes have the sums of every second value.
// TODO(2)
  places[lane] = value;
  __syncwarp();
  for (unsigned distance = kWarp / 2; distance > 1; distance /= 2) {
    add_further_place(places, lane, distance);
  }
  value = places[lane];
// END TODO(2)
