// Where the build tree keeps what simcc needs; empty in the simcc of a release, which finds all
// beside itself.
#pragma once

namespace warpschool::simcc {

extern const char* const kConfiguredClang;
extern const char* const kConfiguredToolkit;
extern const char* const kConfiguredLibraryDir;

}  // namespace warpschool::simcc
