// of: slow_patch_in_local_memory
// says: requests go to local memory
// says: Try: Use only indices that are known
