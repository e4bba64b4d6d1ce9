// of: slow_pageable_memory
// says: overlap: 1, needed at least 1.1
// says: Try: Copies and kernels overlap in different streams, none of them the default one, with pinned memory
