// The steps run in the default stream, for which the solver's streams do not wait.
// TODO(4)
  for (unsigned step = 0; step < steps; ++step) {
    launch_step(plates.newest, plates.other, plates.rows, plates.cols, nullptr);
    std::swap(plates.newest, plates.other);
  }
// END TODO(4)
