// of: slow_lane_dependent_index
// says: A request of a warp to constant memory takes 32 passes
// says: Try: Let all lanes of a warp read the same constant
