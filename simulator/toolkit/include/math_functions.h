/* One of the names under which programs include device functions and types; cuda_runtime.h has them all. */
#ifndef WARPSCHOOL_FORWARD_MATH_FUNCTIONS_H
#define WARPSCHOOL_FORWARD_MATH_FUNCTIONS_H
#define __MATH_FUNCTIONS_H__ /* programs and their helpers ask for it by this name */
#include "cuda_runtime.h"
#endif
