// of: wrong_rest_dropped
// says: Is what is left over in a piece?
