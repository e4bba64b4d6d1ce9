/* OpenGL interoperation is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "OpenGL interoperation (cuda_gl_interop.h) is not part of the simulator. Write pictures to a file."
