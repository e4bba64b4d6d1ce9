// A folder of students' folders: what was submitted, by whom, for which exercise, and what belongs
// to nothing.
#pragma once

#include "class_result.hpp"
#include "warpschool/course/course.hpp"
#include "warpschool/support/result.hpp"

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

/// One submitted file, read once: nothing later looks at the submissions' folder again.
struct SourceFile {
  std::string name;     ///< as the exercise asks for it: "transpose.cu"
  std::string bytes;    ///< empty if refused
  std::string problem;  ///< why it cannot be source code, or empty
};

/// One student's files for one exercise; no files means missing.
struct Submission {
  std::vector<SourceFile> files;
  std::string hash;                ///< of names and bytes
  std::vector<std::string> notes;  ///< "there were two files of this name; ... was taken"
  /// By the platform's export; nothing where it says nothing (folders).
  std::optional<std::chrono::sys_seconds> submitted_at = {};

  /// No file that the exercise asks for, or nothing in them.
  bool is_missing() const;
};

/// Largest file that is looked at.
inline constexpr std::uint64_t kLargestSource = 1 << 20;

struct ClassFolder {
  std::vector<std::string> students;  ///< sorted; every folder is one, also an empty one
  std::map<std::pair<std::string, std::string>, Submission> submissions;  ///< (student, exercise)
  std::vector<UnmatchedFile> unmatched;                                   ///< sorted by path

  /// Never fails: an empty submission where there is none.
  const Submission& of(const std::string& student, const std::string& exercise) const;
};

/// Reads `folder`/<student>/[any folders/]<file>. Of two files of the same name the one nearest to
/// the student's folder counts. Links are never followed.
Result<ClassFolder> scan_submissions(const std::filesystem::path& folder,
                                     const course::Course& course);

/// Files that nobody handed in as a submission (lint).
Submission submission_of(std::vector<SourceFile> files);

}  // namespace warpschool::grader
