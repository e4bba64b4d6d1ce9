// says: nobody else set the result
// says: the interval from
// omits: race
// TODO(3)
add_inner_points(interval, n, integral);
// END TODO(3)
