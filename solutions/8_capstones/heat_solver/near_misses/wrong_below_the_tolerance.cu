// Goes on where a residual is equal to the tolerance.
// TODO(6)
  bool converged = false;
  for (unsigned looked_at = 0; looked_at < most && !converged; ++looked_at) {
    while (launched < most && launched < looked_at + 2) {
      launch_batch(solver, plates, launched++, steps);
    }
    residual = received(solver, looked_at % 2);
    converged = residual < tolerance;
  }
// END TODO(6)
