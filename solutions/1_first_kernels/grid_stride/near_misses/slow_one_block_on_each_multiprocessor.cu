// Right, but an eighth of what the device can hold: too few threads to keep the memory busy.
// TODO(2)
  int device = 0, multiprocessors = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  resident = static_cast<unsigned>(multiprocessors);
// END TODO(2)
