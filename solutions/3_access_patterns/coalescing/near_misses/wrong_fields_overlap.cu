// Field 1 of cell 0 and field 0 of cell 1 share an element.
// TODO(2)
    places[field] = Place{field, 1};
// END TODO(2)
