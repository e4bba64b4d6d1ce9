/* Channel formats, arrays and texture descriptions (CUDA C++ Programming Guide, "Texture and Surface Memory"). */
#ifndef WARPSCHOOL_TEXTURE_TYPES_H
#define WARPSCHOOL_TEXTURE_TYPES_H

#include "driver_types.h"

typedef unsigned long long cudaTextureObject_t;
typedef struct cudaArray* cudaArray_t;
typedef const struct cudaArray* cudaArray_const_t;

#endif
