/* make_cudaExtent and its kin. */
#ifndef WARPSCHOOL_DRIVER_FUNCTIONS_H
#define WARPSCHOOL_DRIVER_FUNCTIONS_H
#define __DRIVER_FUNCTIONS_H__ /* programs and their helpers ask for it by this name */

#include "driver_types.h"

static __inline__ struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent extent = {width, height, depth};
  return extent;
}
static __inline__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos position = {x, y, z};
  return position;
}
static __inline__ struct cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t xsize, size_t ysize) {
  struct cudaPitchedPtr pitched = {pointer, pitch, xsize, ysize};
  return pitched;
}

#endif
