// Half of the threads that fit are enough here.
// TODO(2)
  int multiprocessors = 0, at_once = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetAttribute(&at_once, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
  resident = static_cast<unsigned>(multiprocessors) * (at_once / 2 / threads);
// END TODO(2)
