/* One of the names under which programs include CUB. */
#ifndef WARPSCHOOL_CUB_NAME_WARP_WARP_EXCHANGE_CUH
#define WARPSCHOOL_CUB_NAME_WARP_WARP_EXCHANGE_CUH
#include "../../warpschool_toolkit/cub/warp_data.h"
#endif
