/* min and max of the global namespace, for host and device, with CUDA's rules for mixed signedness. */
#ifndef WARPSCHOOL_MINMAX_H
#define WARPSCHOOL_MINMAX_H

#include "device_base.h"

#define WS_MINMAX(a, b, result)                                                                                      \
  WS_BOTH constexpr result min(a x, b y) { return (result)x < (result)y ? (result)x : (result)y; }                   \
  WS_BOTH constexpr result max(a x, b y) { return (result)x > (result)y ? (result)x : (result)y; }
WS_MINMAX(int, int, int)
WS_MINMAX(unsigned int, unsigned int, unsigned int)
WS_MINMAX(int, unsigned int, unsigned int)
WS_MINMAX(unsigned int, int, unsigned int)
WS_MINMAX(long, long, long)
WS_MINMAX(unsigned long, unsigned long, unsigned long)
WS_MINMAX(long, unsigned long, unsigned long)
WS_MINMAX(unsigned long, long, unsigned long)
WS_MINMAX(long long, long long, long long)
WS_MINMAX(unsigned long long, unsigned long long, unsigned long long)
WS_MINMAX(long long, unsigned long long, unsigned long long)
WS_MINMAX(unsigned long long, long long, unsigned long long)
#undef WS_MINMAX

/* By the names of their types */
WS_BOTH unsigned int umin(unsigned int x, unsigned int y) { return x < y ? x : y; }
WS_BOTH unsigned int umax(unsigned int x, unsigned int y) { return x > y ? x : y; }
WS_BOTH long long llmin(long long x, long long y) { return x < y ? x : y; }
WS_BOTH long long llmax(long long x, long long y) { return x > y ? x : y; }
WS_BOTH unsigned long long ullmin(unsigned long long x, unsigned long long y) { return x < y ? x : y; }
WS_BOTH unsigned long long ullmax(unsigned long long x, unsigned long long y) { return x > y ? x : y; }

/* A NaN gives way to the other operand, as fminf does. */
#define WS_MINMAX_FLOAT(a, b, result, suffix)                                                       \
  WS_BOTH result min(a x, b y) { return __builtin_fmin##suffix((result)x, (result)y); }             \
  WS_BOTH result max(a x, b y) { return __builtin_fmax##suffix((result)x, (result)y); }
WS_MINMAX_FLOAT(float, float, float, f)
WS_MINMAX_FLOAT(double, double, double, )
WS_MINMAX_FLOAT(float, double, double, )
WS_MINMAX_FLOAT(double, float, double, )
#undef WS_MINMAX_FLOAT

#endif
