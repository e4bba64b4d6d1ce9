// Who is in the class: a CSV file as Canvas, Moodle, Gradescope or GitHub Classroom exports it.
#pragma once

#include "intake/contradiction.hpp"
#include "intake/roster_columns.hpp"
#include "warpschool/support/result.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace warpschool::grader::intake {

struct RosterPerson {
  Identity who;
  std::string sortable;  ///< "Doe, Jane"
  std::string section;
  std::vector<std::string> groups;  ///< and sections: Moodle has one column for both
  std::string id;  ///< in the report: login, else e-mail, number, platform's id, name
  int line = 0;    ///< in the file
};

/// Those who hand in together.
struct RosterGroup {
  std::string name;  ///< as the roster spells it
  std::vector<const RosterPerson*> people;
};

/// "jdoe (Jane Doe, line 2)"
std::string shown(const RosterPerson& person);

/// Whom a search found: one is a match, none a stranger, several are ambiguous.
struct Match {
  std::vector<const RosterPerson*> people;
  Key by = Key::kName;  ///< what found them
  /// Where nobody is found: whom a key would have found, and which other key says no.
  std::string contradiction;

  bool is_sure() const { return !people.empty() && by != Key::kName; }
};

class Roster {
 public:
  /// Columns are found by their headers. Skips the rows of a Canvas export that are no students,
  /// and instructors; `skipped()` names them.
  static Result<Roster> read(const std::filesystem::path& file);
  static Result<Roster> parse(std::string_view text, const std::string& file);

  const std::vector<RosterPerson>& people() const { return people_; }
  const std::vector<std::string>& skipped() const { return skipped_; }

  /// Which kinds of key these people and the roster have in common.
  SharedKeys shared_with(const std::vector<Identity>& list) const;

  /// Everybody whom the first of these finds: the platform's id, the login on GitHub, the
  /// university's number, the login, the e-mail, the name; but nobody whose key of a surer kind is
  /// another one.
  Match find(const Identity& who, const SharedKeys& shared = {}) const;

  /// A bare name, which may be any of those: a folder's. `who`: what is known besides.
  Match find_any(const std::string& name, const Identity& who = {},
                 const SharedKeys& shared = {}) const;

  /// The group of this name, however it is spelled ("labgroup1" is "Lab Group 1"); without people
  /// where there is none.
  RosterGroup group(const std::string& name) const;
  /// Who is in no group, where others are; empty where nobody is in one.
  std::vector<const RosterPerson*> without_group() const;

  /// Whoever has this number of the platform's, whatever their name; null: nobody.
  const RosterPerson* with_platform_id(const std::string& id) const;

 private:
  using Index = std::multimap<std::string, std::size_t>;
  /// What is wrong with a row, without its place. `lines`: where each id stands.
  std::optional<Diagnostic> add_row(const CsvRow& row, const CsvRow& header, const Columns& columns,
                                    std::map<std::string, int>& lines);
  void add_to_indexes();
  std::vector<const RosterPerson*> found(const Index& index, const std::string& key) const;
  using Ways = std::vector<std::tuple<Key, const Index*, std::string>>;
  Match first_of(const Ways& ways, const Identity& who, const SharedKeys& shared) const;

  std::vector<RosterPerson> people_;
  std::vector<std::string> skipped_;
  Index by_platform_, by_number_, by_login_, by_email_, by_local_, by_name_, by_letters_, by_group_;
};

}  // namespace warpschool::grader::intake
