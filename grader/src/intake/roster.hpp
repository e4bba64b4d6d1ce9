// Who is in the class: a CSV file as Canvas, Moodle, Gradescope or GitHub Classroom exports it.
#pragma once

#include "intake/layout.hpp"
#include "warpschool/support/result.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpschool::grader::intake {

struct RosterPerson {
  Identity who;
  std::string github;    ///< login there
  std::string sortable;  ///< "Doe, Jane"
  std::string section;
  std::string id;  ///< in the report: login, else e-mail, number, platform's id, name
  int line = 0;    ///< in the file
};

class Roster {
 public:
  /// Columns are found by their headers. Skips the rows of a Canvas export that are no students,
  /// and instructors; `skipped()` names them.
  static Result<Roster> read(const std::filesystem::path& file);
  static Result<Roster> parse(std::string_view text, const std::string& file);

  const std::vector<RosterPerson>& people() const { return people_; }
  const std::vector<std::string>& skipped() const { return skipped_; }

  /// Everybody whom the first of these finds: the platform's id, the university's number, the
  /// login, the e-mail, the name. One is a match, none a stranger, several are ambiguous.
  std::vector<const RosterPerson*> find(const Identity& who) const;

  /// A bare name, which may be any of those: a folder's.
  std::vector<const RosterPerson*> find_any(const std::string& name) const;

 private:
  using Index = std::multimap<std::string, std::size_t>;
  void add_to_indexes();
  std::vector<const RosterPerson*> found(const Index& index, const std::string& key) const;
  std::vector<const RosterPerson*> first_of(
      const std::vector<std::pair<const Index*, std::string>>& ways) const;

  std::vector<RosterPerson> people_;
  std::vector<std::string> skipped_;
  Index by_platform_, by_number_, by_login_, by_email_, by_local_, by_name_, by_letters_;
};

}  // namespace warpschool::grader::intake
