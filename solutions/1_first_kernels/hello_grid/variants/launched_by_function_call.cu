// The launch without angle brackets.
// TODO(1)
  void* arguments[] = {&numbers, &block, &thread, &rank};
  cudaLaunchKernel(reinterpret_cast<const void*>(&hello_kernel), dim3(blocks), dim3(threads),
                   arguments, 0, nullptr);
// END TODO(1)
