// What a class handed in: by whom, for which exercise, and what belongs to nothing. Room intake
// makes it.
#pragma once

#include "result/class_result.hpp"
#include "result/identity.hpp"
#include "warpschool/course/course.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpschool::grader {

/// One submitted file, read once: nothing later looks at the submissions again.
struct SourceFile {
  std::string name;         ///< as the exercise asks for it: "transpose.cu"
  std::string bytes;        ///< empty if refused
  std::string problem;      ///< why it cannot be source code, or empty
  bool unreadable = false;  ///< that is the machine's fault
};

/// A file of the same name that a later one replaced before anything was graded.
struct EarlierHandin {
  std::string path;  ///< in the download
  std::string hash;  ///< as Submission::hash, where the exercise asks for this file alone
  std::optional<std::chrono::sys_seconds> submitted_at;
};

/// One student's files for one exercise; no files means missing.
struct Submission {
  std::vector<SourceFile> files;
  std::string hash;                ///< of names and bytes
  std::vector<std::string> notes;  ///< "there were two files of this name; ... was taken"
  /// When it was handed in, where the platform's export says so: the latest of its files.
  std::optional<std::chrono::sys_seconds> submitted_at;
  std::vector<EarlierHandin> earlier = {};

  /// No file that the exercise asks for, or nothing in them.
  bool is_missing() const;
};

/// Of names and contents; a refused file counts with the reason, so that a mended one is graded
/// anew.
std::string hash_of(const Submission& submission);

/// Largest file that is looked at.
inline constexpr std::uint64_t kLargestSource = 1 << 20;

/// What is known of a student besides the files.
struct Person {
  std::string name;                ///< empty: none but the id
  std::string section;             ///< of the roster; may be empty
  std::vector<std::string> notes;  ///< sentences about all that was handed in
  Identity who = {};               ///< for a gradebook; its name stands above
};

struct ClassFolder {
  std::vector<std::string>
      students;  ///< ids, sorted; those of the roster who handed in nothing, too
  std::map<std::string, Person> people;                                   ///< by id
  std::map<std::pair<std::string, std::string>, Submission> submissions;  ///< (student, exercise)
  std::vector<UnmatchedFile> unmatched;                                   ///< sorted by path

  /// Never fails: an empty submission where there is none.
  const Submission& of(const std::string& student, const std::string& exercise) const;
};

/// Files that nobody handed in as a submission (lint).
Submission submission_of(std::vector<SourceFile> files);

}  // namespace warpschool::grader
