/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ITERATOR_REVERSE_ITERATOR
#define WARPSCHOOL_THRUST_NAME_ITERATOR_REVERSE_ITERATOR
#include "../../warpschool_toolkit/thrust/iterators.h"
#endif
