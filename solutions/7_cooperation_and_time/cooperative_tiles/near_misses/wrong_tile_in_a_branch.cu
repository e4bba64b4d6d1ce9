// A tile of 32 has all threads of the warp, also those that are not in the branch.
// On a GPU: memory_fault
// TODO(3)
  const auto group = cg::tiled_partition<32>(cg::this_thread_block());
  unsigned first = 0;
  if (group.thread_rank() == 0) {
    first = atomicAdd(count, group.size());
  }
  out[group.shfl(first, 0) + group.thread_rank()] = value;
// END TODO(3)
