/* Programs include cuda.h for CUDA_VERSION; the driver API itself (cu*) is not part of the simulator. */
#ifndef WARPSCHOOL_CUDA_H
#define WARPSCHOOL_CUDA_H
#define __cuda_cuda_h__ /* programs and their helpers ask for it by this name */
#define CUDA_VERSION 12000
#include "cuda_runtime_api.h"
#endif
