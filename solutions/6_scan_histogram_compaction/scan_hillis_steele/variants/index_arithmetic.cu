// No exchange of pointers: an offset says which buffer is the source.
// TODO(1)
  to[threadIdx.x] = from[threadIdx.x];
  if (threadIdx.x >= distance) {
    to[threadIdx.x] += from[threadIdx.x - distance];
  }
// END TODO(1)
// TODO(2)
  int* buffers[2] = {from, to};
  unsigned source = 0;
  for (unsigned distance = 1; distance < blockDim.x; distance <<= 1) {
    add_step(buffers[source], buffers[1 - source], distance);
    source = 1 - source;
    __syncthreads();
  }
  from = buffers[source];
// END TODO(2)
