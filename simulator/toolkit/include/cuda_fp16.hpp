/* Older programs include the implementation by name. */
#include "cuda_fp16.h"
