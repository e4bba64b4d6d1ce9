/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ITERATOR_ITERATOR_FACADE
#define WARPSCHOOL_THRUST_NAME_ITERATOR_ITERATOR_FACADE
#include "../../warpschool_toolkit/thrust/facade.h"
#endif
