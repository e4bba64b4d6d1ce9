// From what somebody handed in to submissions: which file is which exercise's.
#pragma once

#include "intake/layout.hpp"
#include "intake/submissions.hpp"

#include <string>
#include <vector>

namespace warpschool::grader::intake {

/// What was done about names that no exercise asks for: sentences for the terminal.
struct NameReport {
  std::vector<std::string> taken;     ///< "ada/vector add.cu is graded as vector_add.cu"
  std::vector<std::string> proposed;  ///< "ada/vector add.cu is probably vector_add.cu"
  std::vector<std::string> asked;     ///< "vector_add.cu may be each of these: ..."
  std::vector<std::string> doubled;   ///< "ada/a/vector_add.cu, not ada/b/vector_add.cu"
  std::size_t troubled = 0;           ///< files with the right name that could not be read
};

/// What one student handed in, in one download.
struct Part {
  const Handin* handin = nullptr;
  std::string prefix;  ///< of its paths in messages: the download, where there are several
};

/// Enters one student's files into `folder`. Of two files of the same name the one from the earlier
/// part counts, then the one nearest to the top, then the later version, then the one in a folder
/// that is called as the exercise.
void match_files(const std::string& student, const std::vector<Part>& parts,
                 const WantedNames& wanted, bool accept_likely, ClassFolder& folder,
                 NameReport& report);

/// The order in which an exercise lists its files, each note once, and the hashes.
void finish_submissions(const course::Course& course, ClassFolder& folder);

}  // namespace warpschool::grader::intake
