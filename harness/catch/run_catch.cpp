// Hides Catch2 2.13 and 3.x behind one function that runs the tests.
#define CATCH_CONFIG_RUNNER
#include "run_catch.hpp"

#include "warpschool/harness/catch.hpp"

namespace warpschool {

int run_catch(int argc, const char* const* argv) {
  Catch::Session session;
  const int status = session.applyCommandLine(argc, argv);
  return status == 0 ? session.run() : status;
}

}  // namespace warpschool
