/* One of the names under which programs include CUB. */
#ifndef WARPSCHOOL_CUB_NAME_THREAD_THREAD_SCAN_CUH
#define WARPSCHOOL_CUB_NAME_THREAD_THREAD_SCAN_CUH
#include "../../warpschool_toolkit/cub/thread.h"
#endif
