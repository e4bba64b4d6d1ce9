/* cuRAND is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "cuRAND (curand.h) is not part of the simulator. A small generator of your own (xorshift, Philox) does what an exercise needs."
