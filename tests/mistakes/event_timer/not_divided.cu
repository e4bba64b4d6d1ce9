// of: wrong_not_divided
// says: divide what lies between the events by as many as there are
