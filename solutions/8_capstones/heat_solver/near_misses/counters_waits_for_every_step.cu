// The host waits for every step before it launches the next one.
// TODO(4)
  for (unsigned step = 0; step < steps; ++step) {
    launch_step(plates.newest, plates.other, plates.rows, plates.cols, solver.steps);
    std::swap(plates.newest, plates.other);
    cudaStreamSynchronize(solver.steps);
  }
// END TODO(4)
