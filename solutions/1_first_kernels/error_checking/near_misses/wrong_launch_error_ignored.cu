// After a launch that was refused there is nothing to wait for: the wait succeeds.
// TODO(2)
// END TODO(2)
