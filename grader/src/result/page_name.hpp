// Names of a student's pages that are safe in a file system and a URL.
#pragma once

#include <string>

namespace warpschool::grader {

/// File name of a student's page, safe in a URL and on any file system and different for different
/// ids.
std::string page_name(const std::string& student_id);

}  // namespace warpschool::grader
