// Threads without a pair leave their tile, which still counts on them.
// TODO(3)
  const cg::thread_block block = cg::this_thread_block();
  if (blockIdx.x * kChunk + block.thread_rank() >= n) {
    return;
  }
  const float total = block_sum(block, thread_dot(a, b, n));
  if (block.thread_rank() == 0) {
    atomicAdd(dot, total);
  }
// END TODO(3)
