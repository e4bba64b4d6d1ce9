// The roster: who is in the class, what each handed in, and which stored result answers for it.
//
// It is kept in the store, so that a report can be made again without the submissions.
#pragma once

#include "intake/submissions.hpp"
#include "result/class_result.hpp"
#include "store/store.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

/// One student's cell in one exercise's column.
struct RollEntry {
  ResultKey key;
  std::optional<ExerciseResult> missing;  ///< decided without a job: nothing was handed in
  std::vector<std::string> notes;         ///< on how it was handed in; the result has none of them
  std::vector<PastSubmission> earlier = {};  ///< in the same downloads, replaced by a later one
};

struct ClassRoster {
  CourseInfo course;
  std::string preset;
  std::map<std::string, std::string> toolchain;
  std::vector<ExerciseInfo> exercises;
  std::vector<std::string> students;
  std::map<std::string, Person> people;  ///< by id
  std::vector<RollEntry> entries;        ///< student by student, in the order of `exercises`
  std::vector<UnmatchedFile> unmatched;
  std::string submissions;  ///< folders and archives, as they were given
};

std::string to_text(const ClassRoster& roster);
ClassRoster roll_from(const std::string& text);

/// The class as the store knows it. What has not been graded yet is "skipped".
ClassResult collect(const ClassRoster& roster, Store& store);

}  // namespace warpschool::grader
