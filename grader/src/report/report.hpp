// The report's own knobs; everybody else calls write_report(result, out) of class_result.hpp.
#pragma once

#include "class_result.hpp"

#include <filesystem>

namespace warpschool::grader {

struct ReportOptions {
  /// Chart.js, copied into the report. Empty or unreadable: tables instead of plots.
  std::filesystem::path chart_js;
};

void write_report(const ClassResult& result, const std::filesystem::path& out,
                  const ReportOptions& options);

}  // namespace warpschool::grader
