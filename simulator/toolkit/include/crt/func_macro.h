/* One of the names under which programs include device functions; cuda_runtime.h has them all. */
#ifndef WARPSCHOOL_FORWARD_CRT_FUNC_MACRO_H
#define WARPSCHOOL_FORWARD_CRT_FUNC_MACRO_H
#include "../cuda_runtime.h"
#endif
