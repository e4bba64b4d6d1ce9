// The interface of exercise thread_index.
#pragma once

extern "C" {

/// A number of blocks, threads or cells in three directions, each at least 1.
struct Extent {
  unsigned x, y, z;
};

/// One block of the given shape. The thread with index i in its block stores at who[i] which thread
/// it is: threadIdx as the digits zzzyyyxxx (thread (5, 2, 1) stores 1002005).
///
/// who is device memory of block.x * block.y * block.z elements, owned by the caller. The call
/// launches the work and returns; the caller synchronises.
void ids_in_block(Extent block, unsigned long long* who);

/// The same for a grid of blocks. The thread with index i in the grid stores at who[i] blockIdx and
/// threadIdx, each as above, as the digits ZZZYYYXXXzzzyyyxxx. The threads of block (0, 0, 0) come
/// first, then those of block (1, 0, 0), and so on.
void ids_in_grid(Extent grid, Extent block, unsigned long long* who);

/// cells[...] of cell (x, y, z) = x + 1000 * y + 1000000 * z, for a volume of size.x * size.y *
/// size.z cells in which x runs fastest, then y: cell (x + 1, y, z) follows upon (x, y, z).
///
/// cells is device memory of as many elements, owned by the caller. size.y and size.z are at most
/// 999, size.x as well. The call launches the work and returns; the caller synchronises.
void fill_volume(Extent size, unsigned* cells);
}
