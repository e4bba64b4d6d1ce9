// Tries: to have the compiler read a device that never ends.
// May get: nothing
#include "/dev/zero"
