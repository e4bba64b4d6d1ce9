/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SYSTEM_CUDA_ERROR
#define WARPSCHOOL_THRUST_NAME_SYSTEM_CUDA_ERROR
#include "../../../warpschool_toolkit/thrust/base.h"
#endif
