// Waits for the copy before the kernel is launched: the stream would have kept the order.
// TODO(2)
  const cudaStream_t in_stream = pipeline->streams[stream];
  float* values = pipeline->device + begin;
  const std::size_t bytes = count * sizeof *values;
  check(cudaMemcpyAsync(values, pipeline->input + begin, bytes, cudaMemcpyHostToDevice, in_stream));
  check(cudaStreamSynchronize(in_stream));
  square_kernel<<<blocks_for(count), kThreads, 0, in_stream>>>(values, count);
  check(
      cudaMemcpyAsync(pipeline->output + begin, values, bytes, cudaMemcpyDeviceToHost, in_stream));
// END TODO(2)
