/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_TABULATE
#define WARPSCHOOL_THRUST_NAME_TABULATE
#include "../warpschool_toolkit/thrust/elementwise.h"
#endif
