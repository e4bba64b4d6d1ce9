// The device waits while the host looks at a residual; the last batch is made up for.
// TODO(6)
  bool converged = false;
  while (launched < most && !converged) {
    launch_batch(solver, plates, launched, steps);
    residual = received(solver, launched % 2);
    ++launched;
    converged = residual <= tolerance;
  }
  if (converged && launched < most) {
    launch_batch(solver, plates, launched++, steps);
  }
// END TODO(6)
