/* One of the names under which programs include device functions and types; cuda_runtime.h has them all. */
#ifndef WARPSCHOOL_FORWARD_CUDA_STDINT_H
#define WARPSCHOOL_FORWARD_CUDA_STDINT_H
#include "cuda_runtime.h"
#endif
