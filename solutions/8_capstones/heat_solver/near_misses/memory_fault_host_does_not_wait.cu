// Nothing says when the residual has arrived: the event that the host waits for is never recorded.
// TODO(5)
  float* const made = solver.on_device + slot;
  cudaStreamWaitEvent(solver.steps, solver.made[slot], 0);
  launch_residual(plates.other, plates.newest, plates.cells(), made, solver.steps);
  cudaEventRecord(solver.made[slot], solver.steps);
  cudaStreamWaitEvent(solver.copies, solver.made[slot], 0);
  cudaMemcpyAsync(solver.on_host[slot], made, sizeof *made, cudaMemcpyDeviceToHost, solver.copies);
  cudaEventRecord(solver.made[slot], solver.copies);
// END TODO(5)
