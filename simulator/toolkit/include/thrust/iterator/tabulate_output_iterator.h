/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ITERATOR_TABULATE_OUTPUT_ITERATOR
#define WARPSCHOOL_THRUST_NAME_ITERATOR_TABULATE_OUTPUT_ITERATOR
#include "../../warpschool_toolkit/thrust/output_iterators.h"
#endif
