/* NCCL is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "NCCL (nccl.h) is not part of the simulator. It simulates one GPU."
