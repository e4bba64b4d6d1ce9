/* Marks for a profiler, in the driver API's words. */
#ifndef WARPSCHOOL_CUDA_PROFILER_DRIVER_H
#define WARPSCHOOL_CUDA_PROFILER_DRIVER_H
#include "cuda.h"
#endif
