// The field that the kernel needs by itself, the seven others cell by cell behind it.
// TODO(2)
    places[field] = field == 0 ? Place{0, 1} : Place{n + field - 1, kFields - 1};
// END TODO(2)
