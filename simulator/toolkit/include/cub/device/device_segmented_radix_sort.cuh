/* One of the names under which programs include CUB. */
#ifndef WARPSCHOOL_CUB_NAME_DEVICE_DEVICE_SEGMENTED_RADIX_SORT_CUH
#define WARPSCHOOL_CUB_NAME_DEVICE_DEVICE_SEGMENTED_RADIX_SORT_CUH
#include "../../warpschool_toolkit/cub/device_segmented_sort.h"
#endif
