/* The 6-bit floating-point header is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "The 6-bit floating-point header (cuda_fp6.h) is not part of the simulator. Use cuda_fp16.h or cuda_bf16.h."
