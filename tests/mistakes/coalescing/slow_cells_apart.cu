// of: slow_one_cell_after_the_other
// says: touches 32 sectors of 32 bytes
// says: Try: Let neighbouring threads use neighbouring elements
