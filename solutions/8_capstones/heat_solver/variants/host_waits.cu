// Guards nested, the maxima looked at by one thread, the copy in order by waiting on the host.
// TODO(1)
  if (row < rows && col < cols) {
    const float* const cell = from + row * cols + col;
    float result = *cell;
    if (row > 0 && row + 1 < rows && col > 0 && col + 1 < cols) {
      float sum = *(cell - cols) + *(cell + cols);
      sum += cell[-1];
      sum += cell[1];
      result = sum / 4;
    }
    to[row * cols + col] = result;
  }
// END TODO(1)
// TODO(2)
  for (unsigned distance = 1; distance < kWarp; distance *= 2) {
    value = max(value, __shfl_xor_sync(0xffffffffu, value, distance));
  }
// END TODO(2)
// TODO(3)
  value = warp_max(value);
  maxima[threadIdx.x / kWarp] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < kWarps; ++w) {
      value = max(value, maxima[w]);
    }
    atomic_max(residual, value);
  }
// END TODO(3)
// TODO(5)
  launch_residual(plates.newest, plates.other, plates.cells(), &solver.on_device[slot],
                  solver.steps);
  cudaEventRecord(solver.made[slot], solver.steps);
  cudaEventSynchronize(solver.made[slot]);
  cudaMemcpyAsync(solver.on_host[slot], &solver.on_device[slot], sizeof(float),
                  cudaMemcpyDefault, solver.copies);
  cudaEventRecord(solver.arrived[slot], solver.copies);
// END TODO(5)
