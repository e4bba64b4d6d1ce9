/* One of the names under which programs include CUB. */
#ifndef WARPSCHOOL_CUB_NAME_DEVICE_DEVICE_MEMCPY_CUH
#define WARPSCHOOL_CUB_NAME_DEVICE_DEVICE_MEMCPY_CUH
#include "../../warpschool_toolkit/cub/device_sort.h"
#endif
