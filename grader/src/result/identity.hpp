// The keys by which platforms, universities and rosters tell people apart.
#pragma once

#include <string>

namespace warpschool::grader {

/// What an export says of a person; most say little.
struct Identity {
  std::string platform_id;  ///< Canvas: ID; Moodle: participant
  std::string number;       ///< the university's: SID, SIS User ID, ID number
  std::string login;
  std::string email;
  std::string name;
  std::string github = {};  ///< login there
  /// The platform's number is Canvas', one and the same in every file. Moodle has others for every
  /// assignment.
  bool is_canvas = false;
  bool vague_number = false;  ///< may be another kind of number: a plain "ID", a teacher's choice
  bool vague_login = false;   ///< may be no login: a teacher chose what identifies a student
  /// What Canvas or Moodle put before the names of their files, and want before what is handed back:
  /// "doejane_101_", "Jane Doe_201_assignsubmission_file_". Empty: no such download.
  std::string upload_prefix = {};
};

}  // namespace warpschool::grader
