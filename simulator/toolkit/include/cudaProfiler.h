/* The profiler interface of the driver is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "The profiler interface of the driver (cudaProfiler.h) is not part of the simulator. cuda_profiler_api.h has that of the runtime."
