// From what a teaching platform exports, and a roster, to who handed in what.
//
//   tree (folder or archive) -> layout (whose is it?) -> roster (who is that?) -> matching (which
//   exercise?) -> ClassFolder
//
// Everything that students chose, names and contents, is data: none of their files is written to
// disk, and no mistake in one student's files costs another one anything.
#pragma once

#include "intake/layout.hpp"
#include "intake/submissions.hpp"
#include "warpschool/support/result.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader::intake {

/// Begins the note that a group's work has for each of its people; the group's name follows.
inline constexpr std::string_view kGroupNote = "Handed in by the group ";

struct IntakeOptions {
  std::vector<std::filesystem::path> submissions;  ///< folders and archives
  std::optional<Layout> layout;                    ///< of all of them; else each is recognised
  std::filesystem::path roster;                    ///< empty: none
  bool accept_likely_names = false;
  std::filesystem::path out;  ///< where results go: no student, though it may lie in there
};

struct Intake {
  ClassFolder folder;
  std::vector<std::string> told;  ///< sentences for the terminal
};

/// Errors are those that would grade the wrong thing: nothing that an exercise asks for, a damaged
/// archive of the class, two people who may be one.
Result<Intake> take_in(const IntakeOptions& options, const course::Course& course);

}  // namespace warpschool::grader::intake
