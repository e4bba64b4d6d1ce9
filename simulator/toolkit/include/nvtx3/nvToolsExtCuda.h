/* NVTX under the name that newer programs include. */
#ifndef WARPSCHOOL_NVTX3_NVTOOLSEXTCUDA_H
#define WARPSCHOOL_NVTX3_NVTOOLSEXTCUDA_H
#include "../nvToolsExt.h"
#endif
