// of: slow_straight_copy
// says: sectors of 32 bytes
// says: Try: Let neighbouring threads use neighbouring elements
