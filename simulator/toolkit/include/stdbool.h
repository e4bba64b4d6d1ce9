/* g++ knows C's name of bool, in strict C++ too: headers that C and CUDA programs share may use it. */
#pragma GCC system_header
#include_next <stdbool.h>
#if defined(__cplusplus) && !defined(_Bool)
#  define _Bool bool
#endif
