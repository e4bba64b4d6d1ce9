/* cuDNN is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "cuDNN (cudnn.h) is not part of the simulator. Write the layer as a kernel, or build for a GPU."
