// Lists the class, what each student handed in, and which stored result answers for it.
#include "pipeline/roll_call.hpp"

#include "pipeline/fingerprint.hpp"
#include "pipeline/job.hpp"
#include "warpschool/course/policy.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace warpschool::grader {
namespace {

ExerciseInfo info_of(const course::Exercise& exercise, const course::Module& module) {
  ExerciseInfo info{exercise.id,
                    exercise.title,
                    module.id,
                    module.title,
                    exercise.points.total(),
                    {},
                    exercise.due.value_or(""),
                    exercise.bonus};
  for (const course::Kind kind :
       {course::Kind::kCorrectness, course::Kind::kTiming, course::Kind::kCounters}) {
    if (exercise.points.of(kind) > 0) {
      info.points_of[course::to_string(kind)] = exercise.points.of(kind);
    }
  }
  return info;
}

std::vector<PastSubmission> earlier_of(const Submission& submission) {
  std::vector<PastSubmission> earlier;
  for (const EarlierHandin& handin : submission.earlier) {
    PastSubmission past;
    past.files = handin.hash;
    past.handed_in = handin.submitted_at ? course::to_text(*handin.submitted_at) : "";
    past.place = handin.path;
    earlier.push_back(std::move(past));
  }
  std::reverse(earlier.begin(), earlier.end());  // the newest of them was met first
  return earlier;
}

}  // namespace

ClassRoster call_roll(const Manifest& manifest, const course::Course& course,
                      const ClassFolder& folder, const std::string& salt) {
  ClassRoster roster;
  roster.course = {course.title, course.term, course_version(manifest, course), course.grading};
  roster.preset = manifest.preset;
  roster.toolchain = manifest.toolchain;
  roster.students = folder.students;
  roster.people = folder.people;
  roster.unmatched = folder.unmatched;
  FileDigests digests;
  std::map<std::string, std::pair<std::string, std::string>> hashes;
  for (const course::Module& module : course.modules) {
    for (const course::Exercise& exercise : module.exercises) {
      roster.exercises.push_back(info_of(exercise, module));
      hashes[exercise.id] = {rules_hash(manifest, exercise),
                             environment_hash(manifest, exercise, salt, digests)};
    }
  }
  for (const std::string& student : folder.students) {
    for (const ExerciseInfo& info : roster.exercises) {
      const Submission& submission = folder.of(student, info.id);
      const auto& [rules, environment] = hashes[info.id];
      RollEntry entry{{student, info.id, submission.hash, rules, environment},
                      std::nullopt,
                      submission.notes,
                      earlier_of(submission)};
      if (submission.is_missing()) {
        entry.missing = missing_result(*course.find(info.id), submission);
      }
      roster.entries.push_back(std::move(entry));
    }
  }
  return roster;
}

}  // namespace warpschool::grader
