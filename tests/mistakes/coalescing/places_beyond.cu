// says: would be element 256 of 256
// omits: never written
// TODO(2)
    places[field] = Place{field * n + 1, 1};
// END TODO(2)
