// Makes a class of what the user named: the steps of intake, and what they share.
#pragma once

#include "intake/file_tree.hpp"
#include "intake/intake.hpp"
#include "intake/layout.hpp"
#include "intake/matching.hpp"
#include "intake/roster.hpp"
#include "intake/wanted.hpp"
#include "warpschool/course/course.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader::intake {

/// One of the places that the user named. Entries are pointed to: it stays where it is.
struct Download {
  std::string place;  ///< as it was given
  Tree tree;
  Reading reading;
};

class ClassBuilder {
 public:
  ClassBuilder(const IntakeOptions& options, const course::Course& course)
      : options_(options), course_(course), wanted_(course) {}

  Result<Intake> run();

 private:
  bool read_roster();
  bool read_downloads();
  void add_problems(const Diagnostics& more);
  /// Layouts know the name in the tree alone; the user gave a path.
  static Diagnostics named(Diagnostics problems, const Download& download);
  void add_students();
  /// What counts comes first: the latest time, else Canvas' last attachment, else the download that
  /// was named last.
  static void put_in_order(std::vector<Part>& parts);
  void match_all();

  // intake_people.cpp
  Match people_for(const Handin& handin, Layout layout) const;
  /// What this download's keys are worth against the roster's.
  void compare_keys(const Reading& reading);
  /// Gives every hand-in its student.
  bool find_people();
  /// The ids of those who handed this in; none if that is ambiguous, which is a problem.
  std::vector<std::string> students_of(Handin& handin, const Download& download);
  /// The ids of a group's people, if it is a group's work and the roster says who is in it.
  std::vector<std::string> members_of(Handin& handin, Layout layout);
  /// An id that nobody in the roster has: a contradicted key may be somebody's.
  std::string strange_id(const std::string& id) const;
  /// `contradiction`: why a similar person of the roster is another one, or empty.
  std::vector<std::string> take_stranger(const Handin& handin, const Download& download,
                                         const std::string& contradiction);
  /// Several handed in, and none of them is in the roster: folders of something else, or the
  /// roster of another class. A platform's own names are believed, as it may hide who is who.
  std::optional<Diagnostic> nobody_known() const;
  void remember(const std::string& id, const Identity& who, const std::string& section);
  std::string prefix_of(const Download& download) const;

  // intake_words.cpp
  void tell_roster();
  /// "89 handed in nothing, 2 nothing that counts": as the report's lists have it.
  std::string absence() const;
  static std::string listed(const std::vector<std::string>& items, const std::string& between);
  /// Nobody handed in a file that an exercise asks for: that is no class, but a mistake.
  std::optional<Diagnostic> nothing_to_grade() const;
  std::string remedy() const;
  void tell(const std::string& what, const std::vector<std::string>& lines);
  void tell_names();

  const IntakeOptions& options_;
  const course::Course& course_;
  WantedNames wanted_;
  std::unique_ptr<Roster> roster_;
  std::vector<std::unique_ptr<Download>> downloads_;
  std::map<std::string, std::vector<Part>> parts_;      ///< by student
  std::map<std::string, std::string> upload_prefixes_;  ///< by student, of the download named last
  SharedKeys shared_;                                   ///< of the roster and the download at hand
  std::vector<std::string> strangers_;
  std::vector<std::string> contradicted_;     ///< of these, whom another key makes strangers
  std::vector<std::string> groups_;           ///< a line each: its name and its people
  std::vector<std::string> doubtful_groups_;  ///< work under a number whose name is another
  NameReport names_;
  Diagnostics problems_;
  Intake intake_;
};

}  // namespace warpschool::grader::intake
