// Words that no function can be called by.
#pragma once

#include <string_view>

namespace warpschool::course {

/// A word of C++, or main: a function of this name compiles nowhere.
bool is_word_of_cpp(std::string_view name);

}  // namespace warpschool::course
