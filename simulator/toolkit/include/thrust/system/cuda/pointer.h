/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SYSTEM_CUDA_POINTER
#define WARPSCHOOL_THRUST_NAME_SYSTEM_CUDA_POINTER
#include "../../../warpschool_toolkit/thrust/vector.h"
#endif
