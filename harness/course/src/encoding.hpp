// What course.yaml is written in: UTF-8 and nothing else.
#pragma once

#include "fields.hpp"

#include <string>

namespace warpschool::course {

/// Complains about the first byte of each line that is no UTF-8. False if the text is in another
/// encoding altogether, so that reading on has no meaning.
bool check_encoding(const std::string& text, Complaints& complaints);

}  // namespace warpschool::course
