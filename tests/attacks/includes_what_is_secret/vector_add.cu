// Tries: to have the compiler read what it must not see, and say it in its messages.
// May get: nothing
#include "../../solutions/1_first_kernels/vector_add/vector_add.cu"
#include "../course.yaml"
#include "/etc/shadow"
