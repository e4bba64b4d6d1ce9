/* cudaCreateChannelDesc<T>(); programs include it by this name. */
#ifndef WARPSCHOOL_FORWARD_CHANNEL_DESCRIPTOR_H
#define WARPSCHOOL_FORWARD_CHANNEL_DESCRIPTOR_H
#define __CHANNEL_DESCRIPTOR_H__ /* programs and their helpers ask for it by this name */
#include "cuda_runtime.h"
#endif
