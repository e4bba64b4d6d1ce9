/* NVTX under the name that newer programs include. */
#ifndef WARPSCHOOL_NVTX3_NVTOOLSEXT_H
#define WARPSCHOOL_NVTX3_NVTOOLSEXT_H
#include "../nvToolsExt.h"
#endif
