// Chooses between the two builds of the handler files.
#include "exec/launch/isa.hpp"

#include "exec/launch/cpu_features.hpp"

namespace warpschool::sim {

namespace baseline {
Handler select(const Form& form);
}
#ifdef WARPSCHOOL_HAVE_AVX2
namespace avx2 {
Handler select(const Form& form);
}
#endif

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
