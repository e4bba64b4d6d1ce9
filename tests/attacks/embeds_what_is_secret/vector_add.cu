// Tries: to put files of the machine into its module.
// May get: nothing
#include "vector_add.hpp"

asm(".incbin \"/etc/shadow\"");
asm(".incbin \"../../course.yaml\"");

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {}
