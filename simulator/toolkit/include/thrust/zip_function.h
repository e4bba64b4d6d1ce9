/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ZIP_FUNCTION
#define WARPSCHOOL_THRUST_NAME_ZIP_FUNCTION
#include "../warpschool_toolkit/thrust/iterators.h"
#endif
