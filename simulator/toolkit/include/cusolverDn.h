/* cuSOLVER is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "cuSOLVER (cusolverDn.h) is not part of the simulator. Write the solver as a kernel, or build for a GPU."
