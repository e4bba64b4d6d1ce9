#include "exec/isa.hpp"

#include <cstdlib>
#include <cstring>

namespace warpschool::sim {

namespace baseline {
Handler select(const Form& form);
}
#ifdef WARPSCHOOL_HAVE_AVX2
namespace avx2 {
Handler select(const Form& form);
}
#endif

namespace {

bool has_avx2() {
#ifdef WARPSCHOOL_HAVE_AVX2
  static const bool answer = [] {
    const char* wanted = std::getenv("WARPSCHOOL_ISA");
    const bool is_refused = wanted != nullptr && std::strcmp(wanted, "baseline") == 0;
    return !is_refused && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  }();
  return answer;
#else
  return false;
#endif
}

}  // namespace

SelectHandler best_handlers() {
#ifdef WARPSCHOOL_HAVE_AVX2
  if (has_avx2()) {
    return avx2::select;
  }
#endif
  return baseline::select;
}

const char* best_handlers_name() {
  return has_avx2() ? "avx2" : "baseline";
}

}  // namespace warpschool::sim
