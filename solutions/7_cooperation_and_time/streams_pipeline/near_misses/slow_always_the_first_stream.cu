// The stream that was asked for is not looked at. What it costs is seen in tasks 2 and 3.
// TODO(2)
  const cudaStream_t first = pipeline->streams[0];
  float* values = pipeline->device + begin;
  const std::size_t bytes = count * sizeof *values;
  check(cudaMemcpyAsync(values, pipeline->input + begin, bytes, cudaMemcpyHostToDevice, first));
  square_kernel<<<blocks_for(count), kThreads, 0, first>>>(values, count);
  check(cudaMemcpyAsync(pipeline->output + begin, values, bytes, cudaMemcpyDeviceToHost, first));
// END TODO(2)
