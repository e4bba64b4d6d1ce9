// of: memory_fault_height_for_width
// says: no guard is missing, the index is wrong
// omits: Guard the access
