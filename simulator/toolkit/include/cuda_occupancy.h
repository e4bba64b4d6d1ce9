/* The stand-alone occupancy calculator is not part of the simulator; said here so that no other copy of the header is taken for it.
 * Thrust and CUB include it and use nothing of it. */
#if !defined(THRUST_VERSION) && !defined(CUB_VERSION)
#error "The stand-alone occupancy calculator (cuda_occupancy.h) is not part of the simulator. cudaOccupancyMaxActiveBlocksPerMultiprocessor answers the same."
#endif
