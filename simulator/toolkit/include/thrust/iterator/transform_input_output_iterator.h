/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ITERATOR_TRANSFORM_INPUT_OUTPUT_ITERATOR
#define WARPSCHOOL_THRUST_NAME_ITERATOR_TRANSFORM_INPUT_OUTPUT_ITERATOR
#include "../../warpschool_toolkit/thrust/output_iterators.h"
#endif
