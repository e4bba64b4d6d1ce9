// All 32 threads of the first tile read a sum, but there are only 8.
// TODO(2)
  __shared__ float sums[kTiles];
  const Tile tile = cg::tiled_partition<32>(block);
  value = tile_sum(tile, value);
  if (tile.thread_rank() == 0) {
    sums[tile.meta_group_rank()] = value;
  }
  block.sync();
  if (tile.meta_group_rank() == 0) {
    value = tile_sum(tile, sums[tile.thread_rank()]);
  }
// END TODO(2)
