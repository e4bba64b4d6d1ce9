/* NVTX under the name that newer programs include. */
#ifndef WARPSCHOOL_NVTX3_NVTOOLSEXTCUDART_H
#define WARPSCHOOL_NVTX3_NVTOOLSEXTCUDART_H
#include "../nvToolsExt.h"
#endif
