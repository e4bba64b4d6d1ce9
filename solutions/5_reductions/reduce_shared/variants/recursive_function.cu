// A recursion, the smaller half onto the larger one.
// TODO(1)
  struct Fold {
    __device__ static void onto(unsigned left) {
      __syncthreads();
      if (left <= 1) return;
      const unsigned half = left - left / 2;
      if (threadIdx.x < left / 2) {
        places[threadIdx.x] += places[threadIdx.x + half];
      }
      onto(half);
    }
  };
  Fold::onto(blockDim.x);
// END TODO(1)
