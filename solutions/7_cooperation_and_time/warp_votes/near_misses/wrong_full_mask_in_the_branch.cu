// The vote in the branch waits for lanes that never come: even values do not take part.
// TODO(2)
  const unsigned mask = kAll;
// END TODO(2)
