/* The C interface of barriers is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "The C interface of barriers (cuda_awbarrier.h) is not part of the simulator. cuda/barrier has them as objects."
