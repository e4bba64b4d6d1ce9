// Stops when the last batch has been launched, though nobody has looked at its residual.
// TODO(6)
  while (launched < most) {
    launch_batch(solver, plates, launched++, steps);
    if (launched > 1) {
      residual = received(solver, launched % 2);
      if (residual <= tolerance) {
        break;
      }
    }
  }
// END TODO(6)
