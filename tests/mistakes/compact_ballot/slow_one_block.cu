// of: slow_one_block
// says: has 1 block for 132 SMs
// says: Try: Launch more blocks
