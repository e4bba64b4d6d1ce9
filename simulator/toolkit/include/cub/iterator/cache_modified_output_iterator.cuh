/* One of the names under which programs include CUB. */
#ifndef WARPSCHOOL_CUB_NAME_ITERATOR_CACHE_MODIFIED_OUTPUT_ITERATOR_CUH
#define WARPSCHOOL_CUB_NAME_ITERATOR_CACHE_MODIFIED_OUTPUT_ITERATOR_CUH
#include "../../warpschool_toolkit/cub/iterators.h"
#endif
