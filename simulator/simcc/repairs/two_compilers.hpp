// Libraries that know nvcc and clang by name have code for either. Ours is clang under nvcc's name:
// most take nvcc's code, and it serves. Some count on nvcc not looking into host functions while it
// compiles for the device; such a library gets its other code.
#pragma once

#include <string>
#include <vector>

namespace warpschool::simcc {

/// The preprocessor option that takes nvcc's name away from the program.
constexpr const char* kWithoutNvccsName = "-DWARPSCHOOL_WITHOUT_NVCCS_NAME";

/// Do the compiler's messages name an error in a header that has code for nvcc and for clang?
/// @param source the path of the program's own file, which is no such header.
/// @param toolkit the folder of our headers, which are none either.
bool fails_between_compilers(const std::string& messages, const std::string& source,
                             const std::string& toolkit);

}  // namespace warpschool::simcc
