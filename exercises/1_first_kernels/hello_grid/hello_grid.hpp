// The interface of exercise hello_grid.
#pragma once

extern "C" {

/// Lets a grid of `blocks` blocks of `threads` threads introduce itself. The thread with rank r
/// (its number in the whole grid, block after block) stores
///
///     block[r]  = the number of its block
///     thread[r] = its number in the block
///     rank[r]   = r
///
/// and prints one line: "block 2 thread 1 rank 9 number 4711", where 4711 stands for numbers[r].
///
/// All pointers are device memory of blocks * threads elements, owned by the caller; numbers is
/// only read. blocks and threads are at least 1, threads at most 1024. The call launches the work
/// and returns; the caller synchronises.
void hello_grid(unsigned blocks, unsigned threads, const int* numbers, unsigned* block,
                unsigned* thread, unsigned* rank);
}
