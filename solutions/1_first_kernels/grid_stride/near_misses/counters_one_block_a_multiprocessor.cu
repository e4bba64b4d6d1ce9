// Most of each multiprocessor stays idle: how many blocks run on one was not asked.
// TODO(2)
  int device = 0, multiprocessors = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  resident = static_cast<unsigned>(multiprocessors);
// END TODO(2)
