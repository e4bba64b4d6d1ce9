// of: slow_atomic_a_thread
// says: 262,144 atomics of threads in 8,192 requests
// says: Try: Add up within the warp
