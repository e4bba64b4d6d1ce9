// of: slow_waits_for_every_piece
// says: nothing runs beside anything else, though there are
// says: Try: Use cudaMemcpyAsync on pinned memory
