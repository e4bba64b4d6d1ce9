// Returns before the output has arrived.
// TODO(4)
// END TODO(4)
