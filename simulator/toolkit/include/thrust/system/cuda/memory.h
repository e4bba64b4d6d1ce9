/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SYSTEM_CUDA_MEMORY
#define WARPSCHOOL_THRUST_NAME_SYSTEM_CUDA_MEMORY
#include "../../../warpschool_toolkit/thrust/vector.h"
#endif
