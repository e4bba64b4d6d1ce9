// Right, but every lane reads all places, four a load: no steps.
// TODO(2)
  places[lane] = value;
  __syncwarp();
  const int4* all = reinterpret_cast<const int4*>(places);
  value = 0;
  for (unsigned k = 0; k < 8; ++k) {
    const int4 four = all[k];
    value += four.x + four.y + four.z + four.w;
  }
  __syncwarp();
// END TODO(2)
