// What a class handed in, as data.
#include "intake/submissions.hpp"

#include "support/files.hpp"
#include "support/sha256.hpp"

#include <algorithm>

namespace warpschool::grader {

std::string hash_of(const Submission& submission) {
  Sha256 hash;
  for (const SourceFile& file : submission.files) {
    hash.update_field(file.name);
    hash.update_field(file.bytes);
    hash.update_field(file.problem);
  }
  return hash.finish();
}

bool Submission::is_missing() const {
  return std::all_of(files.begin(), files.end(), [](const SourceFile& file) {
    return file.problem.empty() && is_blank(file.bytes);
  });
}

const Submission& ClassFolder::of(const std::string& student, const std::string& exercise) const {
  static const Submission kNone = submission_of({});
  const auto found = submissions.find({student, exercise});
  return found == submissions.end() ? kNone : found->second;
}

Submission submission_of(std::vector<SourceFile> files) {
  Submission submission;
  submission.files = std::move(files);
  submission.hash = hash_of(submission);
  return submission;
}

}  // namespace warpschool::grader
