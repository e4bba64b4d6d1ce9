// Right, but every change is an atomic operation of its own.
// TODO(2)
  if (changed) {
    atomicAdd(changes, 1u);
  }
// END TODO(2)
