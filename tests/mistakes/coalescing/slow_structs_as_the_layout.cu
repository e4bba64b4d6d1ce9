// of: slow_struct_kept
// says: Try: Task 2 decides this: in its layout the temperatures of neighbouring cells lie 8 floats apart, 32 bytes
// says: touches 32 sectors of 32 bytes
// omits: tile in shared memory
