/* The warp matrix interface is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "The warp matrix interface (mma.h) is not part of the simulator. Tensor cores are not simulated: write the product with ordinary instructions."
