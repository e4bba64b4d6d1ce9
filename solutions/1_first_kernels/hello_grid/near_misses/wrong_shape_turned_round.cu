// The number of blocks comes first. Turned round, the grid has as many threads, but in other blocks.
// TODO(1)
  hello_kernel<<<threads, blocks>>>(numbers, block, thread, rank);
// END TODO(1)
