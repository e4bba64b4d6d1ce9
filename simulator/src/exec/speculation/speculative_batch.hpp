// Speculative batches of blocks on several host threads (speculation.hpp says how the result stays
// that of one).
#pragma once

#include "exec/launch/grid.hpp"
#include "exec/speculation/thread_pool.hpp"

namespace warpschool::sim {

/// Can blocks of this launch be run out of order at all? Not if they communicate: by atomics on
/// global memory whose result is used, volatile or ordered accesses, fences, or a grid barrier. Nor
/// if they allocate, read clocks, or are checked for races in global memory, where the order
/// counts.
bool may_speculate(const Grid& grid);

/// Runs blocks from grid.next_block() on until all are done or it does not pay any more.
void run_speculative_batches(Grid& grid, ThreadPool& pool);

}  // namespace warpschool::sim
