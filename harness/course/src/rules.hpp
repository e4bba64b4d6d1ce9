// Rules over more than one field: unique ids, prerequisites that precede, points that something can
// win.
#pragma once

#include "fields.hpp"
#include "warpschool/course/course.hpp"

#include <map>
#include <string>
#include <vector>

namespace warpschool::course {

/// What an id may look like; complains otherwise.
bool check_exercise_id(const Text& id, Complaints& complaints);
bool check_module_id(const Text& id, Complaints& complaints);

/// Points, thresholds and files of one exercise against each other.
void check_exercise(const Exercise& exercise, const Fields& fields);

/// Ids and prerequisites over the whole course, in the order of the file.
class Names {
 public:
  explicit Names(Complaints& complaints) : complaints_(&complaints) {}

  void add_module(const Text& id);
  void add_exercise(const Text& id, std::vector<Text> needs);
  /// Two exercises that ask for one file could not be told apart in a student's folder.
  void add_files(const Exercise& exercise);
  /// To be called once every name is known.
  void check_needs() const;

 private:
  struct Entry {
    Text id;
    std::vector<Text> needs;
  };
  void check_need(std::size_t entry, const Text& need) const;

  Complaints* complaints_;
  std::vector<Entry> entries_;
  std::map<std::string, std::size_t> first_;  ///< exercise id -> its first entry
  std::map<std::string, int> modules_;        ///< module id -> line
  std::map<std::string, std::string> files_;  ///< file -> the exercise that asks for it
  std::uint64_t last_module_number_ = 0;
};

}  // namespace warpschool::course
