/* One of the names under which programs include CUB. */
#ifndef WARPSCHOOL_CUB_NAME_CUB_CUH
#define WARPSCHOOL_CUB_NAME_CUB_CUH
#include "../warpschool_toolkit/cub/allocator.h"
#include "../warpschool_toolkit/cub/block_neighbours.h"
#include "../warpschool_toolkit/cub/device_neighbours.h"
#include "../warpschool_toolkit/cub/device_segmented_sort.h"
#include "../warpschool_toolkit/cub/merge_sort.h"
#include "../warpschool_toolkit/cub/thread.h"
#include "../warpschool_toolkit/cub/traits.h"
#include "../warpschool_toolkit/cub/warp_data.h"
#endif
