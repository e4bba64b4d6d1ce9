// of: wrong_last_place_not_cleared
// says: The sum of the whole row is in each of its sums
// omits: once too few
