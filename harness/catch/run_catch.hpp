// Catch2's runner behind one function. With Catch2 2.13 it is a header of 18000 lines that takes
// ten seconds to compile: it is compiled here, once, for judges and test programs alike.
#pragma once

namespace warpschool {

/// Runs the TEST_CASEs that Catch2's own command line `argv` chooses. Returns Catch2's exit status.
int run_catch(int argc, const char* const* argv);

}  // namespace warpschool
