// says: free() or delete was given memory of the device
// says: given back with cudaFree.
// omits: belongs to nobody
// TODO(4)
  free(x_on_device);
  free(y_on_device);
// END TODO(4)
