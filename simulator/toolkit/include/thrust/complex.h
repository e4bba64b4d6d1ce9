/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_COMPLEX
#define WARPSCHOOL_THRUST_NAME_COMPLEX
#include "../warpschool_toolkit/thrust/complex.h"
#endif
