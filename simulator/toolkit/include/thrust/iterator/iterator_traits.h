/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ITERATOR_ITERATOR_TRAITS
#define WARPSCHOOL_THRUST_NAME_ITERATOR_ITERATOR_TRAITS
#include "../../warpschool_toolkit/thrust/iterators.h"
#endif
