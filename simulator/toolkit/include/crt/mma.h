/* One of the names under which programs include the warp matrix functions; mma.h has them. */
#ifndef WARPSCHOOL_FORWARD_CRT_MMA_H
#define WARPSCHOOL_FORWARD_CRT_MMA_H
#include "../mma.h"
#endif
