// of: slow_global_atomics
// says: 1,048,576 atomics of threads
// says: Try: Add up within
