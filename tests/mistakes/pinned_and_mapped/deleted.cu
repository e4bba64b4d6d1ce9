// says: free() or delete was given pinned memory
// says: cudaFreeHost
// omits: belongs to nobody
// TODO(2)
  delete[] frame;
// END TODO(2)
