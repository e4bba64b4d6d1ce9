// Names that the skeleton's function cannot have.
#pragma once

#include <string_view>

namespace warpschool::grader {

/// The C library, or CUDA's headers, declare a function or a type of this name. An exercise may be
/// called so all the same if its functions are not.
bool is_function_of_c(std::string_view name);

}  // namespace warpschool::grader
