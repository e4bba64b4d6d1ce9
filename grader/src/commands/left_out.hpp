// What --student and --exercise leave out of a run: it stays as the last run left it, whatever
// these submissions hold, and so do people who are nowhere in them.
#pragma once

#include "commands/commands.hpp"
#include "store/class_roster.hpp"
#include "store/kept_rules.hpp"
#include "store/store.hpp"

#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

class LeftOut {
 public:
  /// Nothing is left out where the options choose nobody and nothing, or nothing was graded yet.
  LeftOut(const GradeOptions& options, const ClassFolder& folder, Store& store);

  /// Adds everybody whom the last run knew.
  void add_people(ClassFolder& folder) const;
  /// Gives what is left out its entry of the last run, where there is one.
  void keep_entries(ClassRoster& roster) const;
  /// When work was handed in: what is left out has the time of the last run.
  Arrivals with_times(Arrivals now, const Arrivals& before) const;

 private:
  bool holds(const std::string& student, const std::string& exercise) const;

  const GradeOptions& options_;
  std::vector<std::string> here_;  ///< who is in these submissions, or in their roster
  std::optional<ClassRoster> before_;
};

}  // namespace warpschool::grader
