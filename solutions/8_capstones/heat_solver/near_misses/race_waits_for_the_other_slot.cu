// The copy waits until the residual of the other slot is there.
// TODO(5)
  float* const made = solver.on_device + slot;
  launch_residual(plates.other, plates.newest, plates.cells(), made, solver.steps);
  cudaEventRecord(solver.made[slot], solver.steps);
  cudaStreamWaitEvent(solver.copies, solver.made[1 - slot], 0);
  cudaMemcpyAsync(solver.on_host[slot], made, sizeof *made, cudaMemcpyDeviceToHost, solver.copies);
  cudaEventRecord(solver.arrived[slot], solver.copies);
// END TODO(5)
