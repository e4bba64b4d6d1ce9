// The roster of a class from what it handed in.
#pragma once

#include "intake/submissions.hpp"
#include "pipeline/manifest.hpp"
#include "store/class_roster.hpp"
#include "warpschool/course/course.hpp"

#include <string>

namespace warpschool::grader {

/// Who is in the class, what each handed in, and the keys of the results that answer for it.
ClassRoster call_roll(const Manifest& manifest, const course::Course& course,
                      const ClassFolder& folder, const std::string& salt);

}  // namespace warpschool::grader
