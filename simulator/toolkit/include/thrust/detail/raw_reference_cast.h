/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_DETAIL_RAW_REFERENCE_CAST
#define WARPSCHOOL_THRUST_NAME_DETAIL_RAW_REFERENCE_CAST
#include "../../warpschool_toolkit/thrust/pointer.h"
#endif
