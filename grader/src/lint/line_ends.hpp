// How lines of a file end, and the mark that some editors put before its first one.
#pragma once

#include "warpschool/support/result.hpp"

#include <string>
#include <string_view>

namespace warpschool::grader {

/// Lines end in '\n' alone, and no byte order mark comes first.
std::string with_plain_line_ends(std::string_view text);

/// What differs in this between a model answer and its stub, each with its name, and the remedy.
Diagnostics lint_line_ends(const std::string& answer_name, std::string_view answer,
                           const std::string& stub_name, std::string_view stub);

}  // namespace warpschool::grader
