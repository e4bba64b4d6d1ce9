// The pages of a report as text. report.cpp writes them to disk.
#pragma once

#include "report/templates.hpp"
#include "result/class_result.hpp"

#include <cstddef>
#include <string>

namespace warpschool::grader::report {

/// What lies beside the class page, for it to lead to.
struct Beside {
  bool charts = false;      ///< assets/chart.js
  bool similarity = false;  ///< similarity/index.html
};

/// index.html: the class.
std::string overview_page(const ClassResult& result, const Beside& beside);

/// exercises/<id>.html: one exercise (an index into ClassResult::exercises) over the whole class.
std::string exercise_page(Template& page, const ClassResult& result, std::size_t column,
                          bool with_charts);

/// File name of an exercise's page.
std::string exercise_page_name(const std::string& exercise_id);

/// One student, and nothing about any other, so that the page may be handed out.
class StudentPages {
 public:
  StudentPages(const ClassResult& result, const StudentResult& student);

  /// students/<id>.html, a part of the report.
  std::string linked() const;
  /// feedback/<id>.html, which needs no other file.
  std::string self_contained() const;

 private:
  std::string render(bool alone) const;

  Object head_;
  std::string body_;  ///< rendered once: it is the same in both
};

/// What produced the grades: rows of a name and a value, the same on every page.
List version_list(const ClassResult& result);

/// The name that a student goes by.
std::string name_of(const StudentResult& student);

}  // namespace warpschool::grader::report
