// Right, but every lane walks over all 32 places: 31 additions in place of 5.
// TODO(2)
  places[lane] = value;
  __syncwarp();
  value = 0;
  for (unsigned k = 0; k < kWarp; ++k) {
    value += places[(lane + k) % kWarp];
  }
// END TODO(2)
