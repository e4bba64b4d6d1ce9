// When work is due in one term and what lateness costs: dates apart from the exercises, so that a
// course serves several terms. Only the term's name changes what is judged: the inputs depend on
// it.
#pragma once

#include "warpschool/course/course.hpp"
#include "warpschool/support/result.hpp"

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::course {

/// A moment, to the second.
using Time = std::chrono::sys_seconds;

/// RFC 3339 with an offset ("2027-03-01T23:59:00+01:00"); fractions of a second are dropped.
std::optional<Time> parse_time(std::string_view text);
/// "2027-03-01T22:59:00Z", or at the clock of another such date: "2027-03-01T23:59:00+01:00".
std::string to_text(Time time, std::string_view zone_of = {});

/// More time for one student: until a date, or so many days.
struct Extension {
  std::string student;
  std::string exercise;              ///< empty: all of them
  std::optional<std::string> until;  ///< RFC 3339, as written
  double days = 0;                   ///< on top of the due date, where there is no `until`
  std::string why;
  Place place;
};

/// When something arrived that no platform knows the time of (by mail, on a stick).
struct HandedIn {
  std::string student;
  std::string exercise;
  std::string at;  ///< RFC 3339, as written
  Place place;
};

/// terms/<name>.yaml
struct Policy {
  std::string term;                        ///< instead of the course's, if not empty
  std::optional<LatePolicy> late;          ///< instead of the course's
  std::map<std::string, std::string> due;  ///< exercise -> RFC 3339; modules are resolved
  std::vector<Extension> extensions;
  std::vector<HandedIn> handed_in;

  /// The term's date for an exercise, else the course's.
  std::optional<std::string> due_of(const Exercise& exercise) const;
};

/// Reads the file and holds its ids against the course: every mistake at once.
Result<Policy> load_policy(const std::filesystem::path& file, const Course& course);
/// The same for text in memory; `name` is used in diagnostics.
Result<Policy> parse_policy(const std::string& text, const std::string& name, const Course& course);

}  // namespace warpschool::course
