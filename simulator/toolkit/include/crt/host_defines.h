/* One of the names under which programs include device functions; cuda_runtime.h has them all. */
#ifndef WARPSCHOOL_FORWARD_CRT_HOST_DEFINES_H
#define WARPSCHOOL_FORWARD_CRT_HOST_DEFINES_H
#include "../host_defines.h"
#endif
