// The PTX that the simulator's compiler makes of a submission, for those who compare code by what
// it does.
#pragma once

#include "pipeline/job.hpp"

#include <string>

namespace warpschool::grader {

/// The PTX of all .cu files, one after the other, compiled in the box as a job does. Empty where
/// one does not compile.
std::string ptx_of(const Workshop& workshop, const course::Exercise& exercise,
                   const Submission& submission);

}  // namespace warpschool::grader
