// says: times as many threads as asked: 0.025
// says: Try: One launch of the whole grid
// TODO(1)
  hello_kernel<<<blocks, 1>>>(numbers, block, thread, rank);
// END TODO(1)
