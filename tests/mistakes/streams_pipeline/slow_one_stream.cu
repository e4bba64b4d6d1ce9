// of: slow_one_stream
// says: all of it is in one stream
// says: Try: Give the parts of the work streams of their own
