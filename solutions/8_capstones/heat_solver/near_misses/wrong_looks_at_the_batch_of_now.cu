// Looks at each batch before the next is launched, and stops at once: one batch too few.
// TODO(6)
  while (launched < most) {
    launch_batch(solver, plates, launched, steps);
    residual = received(solver, launched++ % 2);
    if (residual <= tolerance) {
      break;
    }
  }
// END TODO(6)
