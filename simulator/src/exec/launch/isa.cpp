// Chooses between the builds of the handler files.
#include "exec/launch/isa.hpp"

#include "exec/launch/cpu_features.hpp"

namespace warpschool::sim {

#ifdef WARPSCHOOL_HAVE_BASELINE
namespace baseline {
Handler select(const Form& form);
}
#endif
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
#ifdef WARPSCHOOL_HAVE_BASELINE
  return baseline::select;
#else
  return nullptr;
#endif
}

}  // namespace warpschool::sim
