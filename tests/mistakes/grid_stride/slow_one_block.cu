// of: slow_one_block
// says: The grid of saxpy_kernel has 1 block for 132 SMs
// says: Try: Launch more blocks
