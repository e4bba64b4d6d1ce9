// The copies have their streams, but the kernels wait for all of them and all of them for the kernels.
// TODO(2)
  const cudaStream_t in_stream = pipeline->streams[stream];
  float* values = pipeline->device + begin;
  const std::size_t bytes = count * sizeof *values;
  check(cudaMemcpyAsync(values, pipeline->input + begin, bytes, cudaMemcpyHostToDevice, in_stream));
  square_kernel<<<blocks_for(count), kThreads>>>(values, count);
  check(
      cudaMemcpyAsync(pipeline->output + begin, values, bytes, cudaMemcpyDeviceToHost, in_stream));
// END TODO(2)
