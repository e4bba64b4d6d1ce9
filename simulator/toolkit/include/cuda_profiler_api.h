/* cudaProfilerStart and cudaProfilerStop are declared with the rest of the runtime. */
#ifndef WARPSCHOOL_CUDA_PROFILER_API_H
#define WARPSCHOOL_CUDA_PROFILER_API_H
#include "cuda_runtime_api.h"
#endif
