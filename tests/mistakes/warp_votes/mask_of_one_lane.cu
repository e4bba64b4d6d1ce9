// says: Each lane has its own value's vote
// TODO(2)
const unsigned mask = 1u << my_lane();
// END TODO(2)
