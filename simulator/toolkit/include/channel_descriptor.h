/* cudaCreateChannelDesc<T>(); programs include it by this name. */
#ifndef WARPSCHOOL_FORWARD_CHANNEL_DESCRIPTOR_H
#define WARPSCHOOL_FORWARD_CHANNEL_DESCRIPTOR_H
#include "cuda_runtime.h"
#endif
