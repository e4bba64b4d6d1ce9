/* cuFFT is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "cuFFT (cufftXt.h) is not part of the simulator. Write the transform as a kernel, or build for a GPU."
