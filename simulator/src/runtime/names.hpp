// Kernel names as their author wrote them.
#pragma once

#include <string>

namespace warpschool::sim::runtime {

/// "scale<float>" for "_Z5scaleIfEvPT_i": demangled, without return type and parameters. Other
/// names stay as they are.
std::string readable_name(const std::string& mangled);

}  // namespace warpschool::sim::runtime
