// says: No kernel was launched
// omits: A kernel ran
// TODO(2)
  return;
  const unsigned blocks = 1;
// END TODO(2)
