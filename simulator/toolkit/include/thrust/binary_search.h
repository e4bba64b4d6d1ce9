/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_BINARY_SEARCH
#define WARPSCHOOL_THRUST_NAME_BINARY_SEARCH
#include "../warpschool_toolkit/thrust/more.h"
#endif
