// The pages of a report as text. report.cpp writes them to disk.
#pragma once

#include "class_result.hpp"
#include "templates.hpp"

#include <string>

namespace warpschool::grader::report {

/// index.html: the class. `with_charts`: assets/chart.js will lie beside it.
std::string overview_page(const ClassResult& result, bool with_charts);

/// students/<id>.html: one student, and nothing about any other, so that the page may be handed
/// out.
std::string student_page(Template& page, const ClassResult& result, const StudentResult& student);

/// What produced the grades: rows of a name and a value, the same on every page.
List version_list(const ClassResult& result);

}  // namespace warpschool::grader::report
