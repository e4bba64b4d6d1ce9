// of: slow_pageable_memory
// says: overlap: 1, needed at least 1.1
// says: Try: Which call waits?
// says: cudaMemcpyAsync of memory that is not pinned memory
