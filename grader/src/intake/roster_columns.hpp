// Which column of a roster says what.
#pragma once

#include "intake/csv.hpp"

#include <map>

namespace warpschool::grader::intake {

enum class Role {
  kPlatformId,  ///< Canvas' own number
  kIdentifier,  ///< Moodle: "Participant 1234"; GitHub Classroom: whatever the teacher chose
  kNumber,      ///< the university's
  kLogin,
  kEmail,
  kName,
  kFirstName,
  kLastName,
  kSection,
  kGroup,  ///< those who hand in together
  kGithub,
  kRole,  ///< Gradescope: instructors stand in the list, too
};

using Columns = std::map<Role, std::size_t>;

Columns find_columns(const CsvRow& header);

}  // namespace warpschool::grader::intake
