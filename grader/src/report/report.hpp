// The report's own knobs; everybody else calls write_report(result, out) of class_result.hpp.
#pragma once

#include "result/class_result.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace warpschool::grader {

struct ReportOptions {
  /// Chart.js, copied into the report. Empty or unreadable: tables instead of plots.
  std::filesystem::path chart_js;
};

void write_report(const ClassResult& result, const std::filesystem::path& out,
                  const ReportOptions& options);

/// out/index.html alone, again: something else lies beside it now.
void write_class_page(const ClassResult& result, const std::filesystem::path& out);

/// Calls `use` with the file name and the text of each student's self-contained page, in order.
void for_each_feedback(
    const ClassResult& result,
    const std::function<void(const std::string& name, const std::string& page)>& use);

}  // namespace warpschool::grader
