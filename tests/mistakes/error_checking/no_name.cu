// says: describe_error, given error 9 (cudaErrorInvalidConfiguration), room for 200 characters
// TODO(1)
  if (error != cudaSuccess) snprintf(text, capacity, "%s:%d: %s", file, line, cudaGetErrorString(error));
// END TODO(1)
