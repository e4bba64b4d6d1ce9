// What all pages of the report share.
#include "report/page_texts.hpp"

#include "report/words.hpp"
#include "result/page_name.hpp"

namespace warpschool::grader::report {

std::string name_of(const StudentResult& student) {
  return clean(student.name.empty() ? student.id : student.name);
}

std::string exercise_page_name(const std::string& exercise_id) {
  const bool plain = exercise_id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") ==
                         std::string::npos &&
                     !exercise_id.empty() && exercise_id.size() <= 100;
  return plain ? exercise_id + ".html" : page_name(exercise_id);
}

List version_list(const ClassResult& result) {
  List rows;
  const auto add = [&rows](const std::string& name, const std::string& value) {
    if (!value.empty()) {
      rows.push_back(Object{{"version_name", clean(name)}, {"version", clean(value)}});
    }
  };
  add("course", result.course.version);
  for (const std::string& device : result.devices) {
    add("device", device);
  }
  add("preset", result.preset);
  for (const auto& [tool, version] : result.toolchain) {
    add(tool, version);
  }
  add("grader", result.grader_version);
  return rows;
}

}  // namespace warpschool::grader::report
