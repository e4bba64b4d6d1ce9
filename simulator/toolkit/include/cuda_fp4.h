/* The 4-bit floating-point header is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "The 4-bit floating-point header (cuda_fp4.h) is not part of the simulator. Use cuda_fp16.h or cuda_bf16.h."
