// of: slow_row_a_lane
// says: sectors of 32 bytes
// says: Try: Let neighbouring threads use neighbouring elements
