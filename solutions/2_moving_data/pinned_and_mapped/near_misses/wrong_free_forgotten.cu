// Every frame stays pinned for ever.
// TODO(2)
// END TODO(2)
