/* One of the names under which programs include CUB. */
#ifndef WARPSCHOOL_CUB_NAME_VERSION_CUH
#define WARPSCHOOL_CUB_NAME_VERSION_CUH
#include "../warpschool_toolkit/cub/base.h"
#endif
