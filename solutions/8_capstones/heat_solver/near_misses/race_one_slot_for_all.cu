// One slot for all residuals: the next batch writes it while the copy of the last one may still read.
// TODO(5)
  float* const made = solver.on_device;
  launch_residual(plates.other, plates.newest, plates.cells(), made, solver.steps);
  cudaEventRecord(solver.made[slot], solver.steps);
  cudaStreamWaitEvent(solver.copies, solver.made[slot], 0);
  cudaMemcpyAsync(solver.on_host[slot], made, sizeof *made, cudaMemcpyDeviceToHost,
                  solver.copies);
  cudaEventRecord(solver.arrived[slot], solver.copies);
// END TODO(5)
