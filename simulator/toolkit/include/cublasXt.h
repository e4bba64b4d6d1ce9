/* cuBLAS is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "cuBLAS (cublasXt.h) is not part of the simulator. Write the product as a kernel, or build for a GPU."
