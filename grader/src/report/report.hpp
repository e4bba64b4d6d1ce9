// A class as a folder of HTML that opens from disk.
#pragma once

#include "result/class_result.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace warpschool::grader {

/// Writes out/index.html, out/students/<id>.html and out/assets/. Same ClassResult, same bytes. A
/// student's page is named page_name(id). Throws std::runtime_error naming the file that could not
/// be written.
void write_report(const ClassResult& result, const std::filesystem::path& out);

struct ReportOptions {
  /// Chart.js, copied into the report. Empty or unreadable: tables instead of plots.
  std::filesystem::path chart_js;
};

void write_report(const ClassResult& result, const std::filesystem::path& out,
                  const ReportOptions& options);

/// out/index.html alone, again: something else lies beside it now.
void write_class_page(const ClassResult& result, const std::filesystem::path& out);

/// Calls `use` with each student and the text of their self-contained page, in order.
void for_each_feedback(
    const ClassResult& result,
    const std::function<void(const StudentResult& student, const std::string& page)>& use);

}  // namespace warpschool::grader
