/* One of the names under which programs include device functions; cuda_runtime.h has them all. */
#ifndef WARPSCHOOL_FORWARD_CRT_COMMON_FUNCTIONS_H
#define WARPSCHOOL_FORWARD_CRT_COMMON_FUNCTIONS_H
#include "../cuda_runtime.h"
#endif
