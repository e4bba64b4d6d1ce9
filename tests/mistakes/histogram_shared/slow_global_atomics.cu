// of: slow_global_atomics
// says: 262,144 atomics of threads
// says: Try: Add up within
