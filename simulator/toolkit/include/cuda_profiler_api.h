/* cudaProfilerStart and cudaProfilerStop are declared with the rest of the runtime. */
#ifndef WARPSCHOOL_CUDA_PROFILER_API_H
#define WARPSCHOOL_CUDA_PROFILER_API_H
#define __CUDA_PROFILER_API_H__ /* programs and their helpers ask for it by this name */
#include "cuda_runtime_api.h"
#endif
