// The copy out goes to the next stream, which does not wait for the kernel of this one.
// TODO(2)
  const cudaStream_t in_stream = pipeline->streams[stream];
  const cudaStream_t out_stream = pipeline->streams[(stream + 1) % kStreams];
  float* values = pipeline->device + begin;
  const std::size_t bytes = count * sizeof *values;
  check(cudaMemcpyAsync(values, pipeline->input + begin, bytes, cudaMemcpyHostToDevice, in_stream));
  square_kernel<<<blocks_for(count), kThreads, 0, in_stream>>>(values, count);
  check(cudaMemcpyAsync(pipeline->output + begin, values, bytes, cudaMemcpyDeviceToHost, out_stream));
// END TODO(2)
