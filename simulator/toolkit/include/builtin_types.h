/* All types of the runtime: vectors, errors, flags, properties. */
#ifndef WARPSCHOOL_BUILTIN_TYPES_H
#define WARPSCHOOL_BUILTIN_TYPES_H
#define __BUILTIN_TYPES_H__ /* programs and their helpers ask for it by this name */

#include "driver_types.h"
#include "texture_types.h"
#include "vector_types.h"

#endif
