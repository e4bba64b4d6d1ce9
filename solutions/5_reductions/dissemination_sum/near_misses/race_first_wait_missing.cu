// The first step reads places that are perhaps not written.
// TODO(2)
  places[lane] = value;
  for (unsigned distance = 1; distance < kWarp; distance *= 2) {
    add_further_place(places, lane, distance);
  }
  value = places[lane];
// END TODO(2)
