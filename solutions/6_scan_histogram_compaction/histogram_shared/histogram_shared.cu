// Exercise histogram_shared: see README.md for the tasks and histogram_shared.hpp for the
// interface.
#include "histogram_shared.hpp"

constexpr unsigned kThreads = 1024;        // threads in a block
constexpr std::size_t kLeastBytes = 4096;  // bytes for a block; fewer are not worth its merge
constexpr unsigned kBlocksPerMultiprocessor = 2;  // as many as fit at once
// Bytes that a thread reads at a time.
[[maybe_unused]] constexpr std::size_t kPiece = sizeof(uint4);

// Calls visit(byte) for the four bytes of a word.
template <class Visit>
__device__ void visit_word(unsigned word, Visit visit) {
  visit(word & 0xff);
  visit(word >> 8 & 0xff);
  visit(word >> 16 & 0xff);
  visit(word >> 24);
}

// Calls visit(byte) for each byte of a thread's share: pieces first, first + stride,
// first + 2 * stride, ... of 16 bytes, and single bytes behind the last whole piece.
template <class Visit>
__device__ void visit_share(const unsigned char* bytes, std::size_t n, std::size_t first,
                            std::size_t stride, Visit visit) {
  const uint4* const pieces = reinterpret_cast<const uint4*>(bytes);
  for (std::size_t i = first; i < n / kPiece; i += stride) {
    const uint4 piece = pieces[i];
    visit_word(piece.x, visit);
    visit_word(piece.y, visit);
    visit_word(piece.z, visit);
    visit_word(piece.w, visit);
  }
  for (std::size_t i = n / kPiece * kPiece + first; i < n; i += stride) {
    visit(bytes[i]);
  }
}

// Counts the share of this thread, with those of the block's others, into `counts`: kBins numbers
// in shared memory that hold anything before. `first` and `stride` are as for visit_share. When the
// function returns, every thread of the block may read all counts.
__device__ void count_share(const unsigned char* bytes, std::size_t n, std::size_t first,
                            std::size_t stride, unsigned* counts) {
  // TODO(1): clear the counts, then count, without losing any (about 8 lines)
  for (unsigned bin = threadIdx.x; bin < kBins; bin += kThreads) {
    counts[bin] = 0;
  }
  __syncthreads();
  visit_share(bytes, n, first, stride, [counts](unsigned byte) { atomicAdd(&counts[byte], 1u); });
  __syncthreads();
  // END TODO(1)
}

// Adds the counts of a block to bins.
__device__ void merge(const unsigned* counts, unsigned* bins) {
  // TODO(2): every count goes to its bin; other blocks do the same (about 3 lines)
  for (unsigned bin = threadIdx.x; bin < kBins; bin += kThreads) {
    atomicAdd(&bins[bin], counts[bin]);
  }
  // END TODO(2)
}

__global__ void one_block_kernel(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  __shared__ unsigned counts[kBins];
  count_share(bytes, n, threadIdx.x, kThreads, counts);
  for (unsigned bin = threadIdx.x; bin < kBins; bin += kThreads) {
    bins[bin] = counts[bin];
  }
}

__global__ void __launch_bounds__(kThreads, kBlocksPerMultiprocessor)
    histogram_kernel(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  __shared__ unsigned counts[kBins];
  count_share(bytes, n, blockIdx.x * kThreads + threadIdx.x, gridDim.x * kThreads, counts);
  merge(counts, bins);
}

// Enough blocks to fill the device, and no more: each has to merge its bins.
static unsigned blocks_for(std::size_t n) {
  int device = 0, multiprocessors = 1;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  const std::size_t most = static_cast<std::size_t>(multiprocessors) * kBlocksPerMultiprocessor;
  const std::size_t worth = (n + kLeastBytes - 1) / kLeastBytes;
  return static_cast<unsigned>(worth < most ? worth : most);
}

extern "C" void histogram_of_one_block(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  one_block_kernel<<<1, kThreads>>>(bytes, n, bins);
}

extern "C" void histogram_shared(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  cudaMemsetAsync(bins, 0, kBins * sizeof *bins);
  if (n > 0) {
    histogram_kernel<<<blocks_for(n), kThreads>>>(bytes, n, bins);
  }
}
