/* One of the names under which programs include device functions; cuda_runtime.h has them all. */
#ifndef WARPSCHOOL_FORWARD_CRT_SM_70_RT_H
#define WARPSCHOOL_FORWARD_CRT_SM_70_RT_H
#include "../cuda_runtime.h"
#endif
