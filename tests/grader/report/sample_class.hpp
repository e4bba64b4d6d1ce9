// Made-up classes for the tests of the report and to look at.
#pragma once

#include "result/class_result.hpp"

#include <cstddef>

namespace warpschool::grader {

/// Twelve students, eleven exercises, every status at least once.
ClassResult sample_class();

/// As many as asked for, with a source of 60 lines and three checks each.
ClassResult large_class(std::size_t students, std::size_t exercises);

/// One student, one exercise, no checks; nothing in it needs escaping.
ClassResult tiny_class();

}  // namespace warpschool::grader
