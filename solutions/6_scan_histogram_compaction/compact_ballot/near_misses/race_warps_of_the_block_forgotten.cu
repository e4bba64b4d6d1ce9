// All warps of a block begin where the block begins, and write over each other.
// TODO(3)
  unsigned mine = 0;
  for (unsigned w = threadIdx.x; w < blockIdx.x * kWarps; w += kThreads) {
    mine += counts[w];
  }
  atomicAdd(sum, mine);
  __syncthreads();
  before = *sum;
// END TODO(3)
