// of: slow_atomic_a_warp
// says: atomics of threads
// says: add up within the block first
// omits: Add up within the warp
