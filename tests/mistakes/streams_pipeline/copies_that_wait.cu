// of: slow_synchronous_copies
// says: waits: 4, allowed at most 0
// says: Try: Which call waits? cudaMemcpy does
