// Every step begins with the first plate.
// TODO(4)
  for (unsigned step = 0; step < steps; ++step) {
    launch_step(plates.newest, plates.other, plates.rows, plates.cols, solver.steps);
  }
  std::swap(plates.newest, plates.other);
// END TODO(4)
