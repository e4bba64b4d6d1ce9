// says: ended the whole program with exit status 3 at line
// TODO(2)
  exit(3);
  const unsigned blocks = 1;
// END TODO(2)
