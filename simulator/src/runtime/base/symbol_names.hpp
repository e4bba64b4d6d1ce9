// Names of kernels and variables as their author wrote them.
#pragma once

#include <string>

namespace warpschool::sim::runtime {

/// "scale<float>" for "_Z5scaleIfEvPT_i": demangled, without return type and parameters. Other
/// names stay as they are.
std::string readable_name(const std::string& mangled);

/// "tile" for "_ZZ9transposePfE4tile": a variable without the function and namespaces it lies in.
std::string readable_variable(const std::string& mangled);

/// Is it a table that clang made of constants: a constexpr array, or the values of a local one?
bool is_constant_table(const std::string& name);

}  // namespace warpschool::sim::runtime
