// Right, but one thread of each tile adds up and looks for places, and the others wait for it.
// TODO(1)
  __shared__ int values[kThreads];
  values[threadIdx.x] = value;
  tile.sync();
  if (tile.thread_rank() == 0) {
    for (unsigned rank = 1; rank < tile.size(); ++rank) {
      value += values[threadIdx.x + rank];
    }
  }
// END TODO(1)
// TODO(2)
  __shared__ int values[kThreads];
  __shared__ unsigned places[kThreads];
  values[threadIdx.x] = value;
  tile.sync();
  if (tile.thread_rank() == 0) {
    for (unsigned mine = 0; mine < tile.size(); ++mine) {
      const int looked_at = values[threadIdx.x + mine];
      unsigned before = 0;
      for (unsigned rank = 0; rank < tile.size(); ++rank) {
        const int other = values[threadIdx.x + rank];
        before += other < looked_at || (other == looked_at && rank < mine) ? 1 : 0;
      }
      places[threadIdx.x + mine] = before;
    }
  }
  tile.sync();
  place = places[threadIdx.x];
// END TODO(2)
