/* The same functions by their other name. */
#include "cuda_pipeline.h"
