// course.yaml against the folders of its exercises.
#pragma once

#include "fields.hpp"
#include "warpschool/course/course.hpp"

#include <filesystem>

namespace warpschool::course {

/// `root` is the folder of course.yaml. Nothing is complained about where it has no exercises/.
void check_folders(const Course& course, const std::filesystem::path& root, Complaints& complaints);

}  // namespace warpschool::course
