// of: wrong_warm_up_is_timed
// says: the one of task 1 comes before them
