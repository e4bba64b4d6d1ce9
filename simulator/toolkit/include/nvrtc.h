/* NVRTC is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "NVRTC (nvrtc.h) is not part of the simulator. Compile the kernels with simcc."
