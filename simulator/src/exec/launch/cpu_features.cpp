// Which vector instructions this machine has, and which of them the environment wants.
#include "exec/launch/cpu_features.hpp"

#include <cstdlib>
#include <cstring>

namespace warpschool::sim {

namespace {

/// Does the environment ask for that one?
bool is_wanted(const char* isa) {
  const char* const wanted = std::getenv("WARPSCHOOL_ISA");
  return wanted != nullptr && std::strcmp(wanted, isa) == 0;
}

}  // namespace

bool has_avx2() {
#ifdef WARPSCHOOL_HAVE_AVX2
  static const bool answer =
      !is_wanted("baseline") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return answer;
#else
  return false;
#endif
}

bool has_avx512() {
#ifdef WARPSCHOOL_HAVE_AVX2
  static const bool answer =
      has_avx2() && !is_wanted("avx2") && __builtin_cpu_supports("avx512f") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl");
  return answer;
#else
  return false;
#endif
}

}  // namespace warpschool::sim
