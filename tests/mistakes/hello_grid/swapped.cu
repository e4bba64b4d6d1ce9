// says: given 3 blocks of 40 threads and 120 integers
// says: times as many blocks as asked: 13.33
// says: Try: One launch of the whole grid: between <<< and >>> the number of blocks comes first
// TODO(1)
  hello_kernel<<<threads, blocks>>>(numbers, block, thread, rank);
// END TODO(1)
