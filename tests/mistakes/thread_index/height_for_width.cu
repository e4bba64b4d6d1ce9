// of: memory_fault_height_for_width
// says: enough for one each
// omits: Guard the access
