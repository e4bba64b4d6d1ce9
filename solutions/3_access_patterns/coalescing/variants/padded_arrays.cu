// Every field begins at a multiple of 128 bytes, and the last field comes first.
// TODO(2)
    places[field] = Place{(kFields - 1 - field) * ((n + 31) / 32 * 32), 1};
// END TODO(2)
