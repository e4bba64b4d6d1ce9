// of: slow_a_run_of_cells_a_thread
// says: touches 32 sectors of 32 bytes
// says: Try: Let neighbouring threads use neighbouring elements
// omits: Task 2 decides this
