// Counters as rows for the templates; those that say how a warp uses memory come with a picture of
// it.
#pragma once

#include "report/templates.hpp"
#include "result/class_result.hpp"

#include <string>

namespace warpschool::grader::report {

/// One row per counter of the check, in order of names.
List counter_list(const CheckResult& check);

/// For counters that are some of 32 (lanes of a warp, sectors it touches, passes it needs): 32
/// cells in SVG, as many filled as were used, those that suffice outlined. Trusted HTML; empty for
/// other counters.
std::string warp_picture(const std::string& counter, double value);

}  // namespace warpschool::grader::report
