// says: task 1 passed
// says: Nothing was timed: is task 3 there?
// TODO(2)
// END TODO(2)
// TODO(3)
// END TODO(3)
// TODO(4)
// END TODO(4)
