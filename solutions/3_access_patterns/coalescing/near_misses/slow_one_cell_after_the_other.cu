// Right, but this is the array of structs again.
// TODO(2)
    places[field] = Place{field, kFields};
// END TODO(2)
