/* How the toolkit's device functions are declared: inlined without debug lines, so that each instruction counts for the
 * student's line that asked for it. */
#ifndef WARPSCHOOL_DEVICE_BASE_H
#define WARPSCHOOL_DEVICE_BASE_H

#include "../host_defines.h"

#define WS_DEVICE static __inline__ __attribute__((device, always_inline, nodebug, unused))
#define WS_BOTH static __inline__ __attribute__((host, device, always_inline, nodebug, unused))
#define WS_EXTERN extern "C" __attribute__((device))
#define WS_FULL_MASK 0xffffffffu

#endif
