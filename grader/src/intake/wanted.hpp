// Which file names the exercises ask for, and which others were probably meant to be one of them.
#pragma once

#include "warpschool/course/course.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader::intake {

class WantedNames {
 public:
  explicit WantedNames(const course::Course& course);

  /// The exercises that ask for exactly this name; empty: none does.
  const std::vector<const course::Exercise*>& exercises_for(const std::string& name) const;
  /// All of them.
  std::vector<std::string> names() const;
  bool has(const std::string& name) const { return !exercises_for(name).empty(); }

  /// The name that this one is an accident of: "vector add.cu", "Vector_Add.CU",
  /// "vector_add.cu.txt", "vector_add (1).cu", "vector_add-1.cu". Nothing for an exact name.
  std::optional<std::string> meant_by(const std::string& name) const;

  /// Another name that is nearly this one, to be proposed and never taken: "vector_ad.cu".
  std::optional<std::string> near(const std::string& name) const;

  /// Could a file of this name, with whatever a platform puts before it, be a submission?
  bool may_matter(std::string_view name) const;

  /// Is this the name of an exercise or a module?
  bool is_part_of_course(const std::string& name) const;

 private:
  std::map<std::string, std::vector<const course::Exercise*>> exercises_;
  std::map<std::string, std::vector<std::string>> by_key_;  ///< squashed name -> names
  std::vector<std::string> stems_;                          ///< squashed
  std::map<std::string, bool> parts_;
};

}  // namespace warpschool::grader::intake
