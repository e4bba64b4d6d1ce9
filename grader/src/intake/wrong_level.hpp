// Folders that are a level too high or too low to be a class: weeks of students, one student's own.
#pragma once

#include "intake/layout.hpp"

#include <optional>

namespace warpschool::grader::intake {

/// What is wrong with these folders, if they are not one a student: they hold students' folders
/// themselves, or are parts of what one student handed in. Nothing where nothing speaks for it.
std::optional<Diagnostic> wrong_level(const Tree& tree, const Level& level, const Hints& hints);

}  // namespace warpschool::grader::intake
