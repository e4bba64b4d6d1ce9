/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SWAP
#define WARPSCHOOL_THRUST_NAME_SWAP
#include "../warpschool_toolkit/thrust/more.h"
#endif
