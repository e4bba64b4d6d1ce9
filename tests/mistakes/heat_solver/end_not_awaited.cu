// of: wrong_end_not_awaited
// says: device not ready (cudaErrorNotReady)
// says: Try: A call asked for what the device had not done yet
// omits: cudaGetLastError() after the launch
