// of: counters_every_lane_adds_all_counts
// says: Task 3: a place takes few loads
// says: Try: All lanes of a block need the sum of what is before the block
