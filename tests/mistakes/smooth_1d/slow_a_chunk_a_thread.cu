// of: slow_a_chunk_a_thread
// says: touches 32 sectors
// omits: Launch more blocks
