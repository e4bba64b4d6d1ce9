// "main() { ... }" without a type, as C had it: nvcc takes it for int with a warning, clang refuses
// it. simcc shows clang the source with the type.
#pragma once

#include <string>

namespace warpschool::simcc {

/// `source` with "int" before each definition of main that has no type.
std::string type_bare_main(const std::string& source);

}  // namespace warpschool::simcc
