// The tile's own shuffles, and one thread that adds up the tiles' sums.
// TODO(1)
  for (unsigned distance = tile.size() / 2; distance > 0; distance /= 2) {
    value += tile.shfl_xor(value, distance);
  }
// END TODO(1)
// TODO(2)
  __shared__ float sums[kTiles];
  const auto tile = cg::tiled_partition<32>(block);
  const float of_tile = tile_sum(tile, value);
  if (tile.thread_rank() == tile.size() - 1) {
    sums[tile.meta_group_rank()] = of_tile;
  }
  cg::sync(block);
  const auto eight = cg::tiled_partition<kTiles>(block);
  value = cg::reduce(eight, sums[eight.thread_rank()], cg::plus<float>());
// END TODO(2)
