// The places of a simcc that is moved: none, so it looks beside itself and in PATH.
#include "simcc/driver/configured_paths.hpp"

namespace warpschool::simcc {
const char* const kConfiguredClang = "";
const char* const kConfiguredToolkit = "";
const char* const kConfiguredLibraryDir = "";
}  // namespace warpschool::simcc
