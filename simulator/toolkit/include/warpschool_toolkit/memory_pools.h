/* Memory pools of the stream-ordered allocator (CUDA Runtime API reference, "Stream Ordered Memory Allocator"). */
#ifndef WARPSCHOOL_MEMORY_POOLS_H
#define WARPSCHOOL_MEMORY_POOLS_H

#include <stddef.h>

typedef struct CUmemPoolHandle_st* cudaMemPool_t;

typedef enum cudaMemPoolAttr {
  cudaMemPoolReuseFollowEventDependencies = 1,
  cudaMemPoolReuseAllowOpportunistic = 2,
  cudaMemPoolReuseAllowInternalDependencies = 3,
  cudaMemPoolAttrReleaseThreshold = 4,
  cudaMemPoolAttrReservedMemCurrent = 5,
  cudaMemPoolAttrReservedMemHigh = 6,
  cudaMemPoolAttrUsedMemCurrent = 7,
  cudaMemPoolAttrUsedMemHigh = 8
} cudaMemPoolAttr;

typedef enum cudaMemAllocationType {
  cudaMemAllocationTypeInvalid = 0,
  cudaMemAllocationTypePinned = 1
} cudaMemAllocationType;

typedef enum cudaMemAllocationHandleType {
  cudaMemHandleTypeNone = 0,
  cudaMemHandleTypePosixFileDescriptor = 1
} cudaMemAllocationHandleType;

typedef enum cudaMemLocationType {
  cudaMemLocationTypeInvalid = 0,
  cudaMemLocationTypeDevice = 1,
  cudaMemLocationTypeHost = 2,
  cudaMemLocationTypeHostNuma = 3,
  cudaMemLocationTypeHostNumaCurrent = 4
} cudaMemLocationType;

typedef struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
} cudaMemLocation;

typedef struct cudaMemPoolProps {
  cudaMemAllocationType allocType;
  cudaMemAllocationHandleType handleTypes;
  cudaMemLocation location;
  void* win32SecurityAttributes;
  size_t maxSize;
  unsigned char reserved[56];
} cudaMemPoolProps;

typedef enum cudaMemAccessFlags {
  cudaMemAccessFlagsProtNone = 0,
  cudaMemAccessFlagsProtRead = 1,
  cudaMemAccessFlagsProtReadWrite = 3
} cudaMemAccessFlags;

typedef struct cudaMemAccessDesc {
  cudaMemLocation location;
  cudaMemAccessFlags flags;
} cudaMemAccessDesc;

#endif
