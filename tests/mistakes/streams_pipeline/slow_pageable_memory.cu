// of: slow_pageable_memory
// says: nothing runs beside anything else, though there are
// says: Try: Use cudaMemcpyAsync on pinned memory
