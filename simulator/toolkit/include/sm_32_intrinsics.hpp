/* One of the names under which programs include device functions and types; cuda_runtime.h has them all. */
#ifndef WARPSCHOOL_FORWARD_SM_32_INTRINSICS_HPP
#define WARPSCHOOL_FORWARD_SM_32_INTRINSICS_HPP
#include "cuda_runtime.h"
#endif
