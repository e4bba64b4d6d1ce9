// The first batch before the loop, time from the stream's synchronisation.
// TODO(4)
  float* plate[2] = {plates.newest, plates.other};
  for (unsigned step = 0; step < steps; ++step) {
    launch_step(plate[step % 2], plate[1 - step % 2], plates.rows, plates.cols, solver.steps);
  }
  plates.newest = plate[steps % 2];
  plates.other = plate[1 - steps % 2];
// END TODO(4)
// TODO(6)
  if (most > 0) {
    launch_batch(solver, plates, launched++, steps);
  }
  for (unsigned batch = 1; batch <= most; ++batch) {
    if (batch < most) {
      launch_batch(solver, plates, launched++, steps);
    }
    residual = received(solver, (batch - 1) % 2);
    if (residual <= tolerance) {
      break;
    }
  }
// END TODO(6)
// TODO(7)
  float ms = 0;
  cudaStreamSynchronize(solver.steps);
  cudaEventElapsedTime(&ms, solver.begin, solver.end);
  report->milliseconds = ms;
  report->gigabytes_per_second = 8e-9f * plates.rows * plates.cols * report->steps / (ms * 1e-3f);
// END TODO(7)
