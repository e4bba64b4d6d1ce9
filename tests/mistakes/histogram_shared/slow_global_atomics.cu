// of: slow_global_atomics
// says: limited by atomics
// says: Try: Add up within
