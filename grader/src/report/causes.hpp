// Causes: what a fault of the simulator says about its maker, as the end of a sentence.
#pragma once

#include "result/class_result.hpp"

#include <string>

namespace warpschool::grader::report {

/// "lack the second barrier", "write past the end of an array": the verb first, plural. Empty for a
/// kind that is not known. `source` is the file that the fault's line lies in.
std::string cause_of(const FaultNote& fault, const std::string& source);

/// "lack" -> "lacks": the verb that a phrase begins with, for one student.
std::string singular(const std::string& phrase);

}  // namespace warpschool::grader::report
