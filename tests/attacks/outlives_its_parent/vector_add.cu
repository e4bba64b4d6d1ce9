// Tries: to stay alive after the worker is gone: no death signal, a group of its own, out of sight.
// May get: nothing
#include "vector_add.hpp"

#include <sys/prctl.h>
#include <unistd.h>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  ::prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  ::setsid();
  if (::fork() == 0) {
    ::setsid();
    ::pause();
  }
}
