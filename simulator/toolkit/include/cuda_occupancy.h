/* The stand-alone occupancy calculator is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "The stand-alone occupancy calculator (cuda_occupancy.h) is not part of the simulator. cudaOccupancyMaxActiveBlocksPerMultiprocessor answers the same."
