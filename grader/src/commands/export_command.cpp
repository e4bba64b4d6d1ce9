// grader export: graded work in the forms that other programs and students take.
#include "commands/commands.hpp"
#include "commands/gradebook_export.hpp"
#include "commands/scoring.hpp"
#include "handout/handout.hpp"
#include "handout/zip.hpp"
#include "report/report.hpp"
#include "result/page_name.hpp"
#include "support/files.hpp"
#include "support/moment.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// Who came by a download of Canvas or Moodle has a name there under which it takes files back.
void write_feedback(const ClassResult& result, const fs::path& file) {
  ZipFile zip(file);
  std::size_t for_upload = 0;
  for_each_feedback(result, [&](const StudentResult& student, const std::string& page) {
    const std::string& prefix = student.who.upload_prefix;
    for_upload += prefix.empty() ? 0U : 1U;
    zip.add((prefix.empty() ? "feedback/" : prefix) + page_name(student.id), page);
  });
  zip.finish();
  fmt::print("{}: {}", file.string(), count_of(result.students.size(), "page", "pages"));
  fmt::print("{}\n", for_upload == 0 ? ""
                                     : fmt::format(", {} of them named as the platform takes them "
                                                   "back",
                                                   for_upload));
}

/// A folder for each student, since Gradescope's file has one name.
void write_gradescope(const ClassResult& result, const fs::path& folder) {
  for (const StudentResult& student : result.students) {
    const fs::path name = fs::path(page_name(student.id)).stem();
    write_file(folder / name / "results.json", to_gradescope(result, student));
  }
  fmt::print("{}: {} of results.json\n", folder.string(),
             count_of(result.students.size(), "file", "files"));
}

bool asks_for_nothing(const ExportOptions& options) {
  return options.feedback.empty() && options.junit.empty() && options.gradescope.empty() &&
         options.canvas.empty() && options.moodle.empty();
}

/// The worse of both exit statuses.
int fill_gradebooks(const ExportOptions& options, const ClassResult& result, Store& store) {
  GradebookRequest request{GradebookKind::kCanvas, options.canvas, options.to,       options.roster,
                           options.columns,        options.scale,  options.unscaled, options.force};
  int status = kExitDone;
  if (!options.canvas.empty()) {
    status = fill_gradebook_command(request, result, store);
  }
  if (!options.moodle.empty()) {
    request.kind = GradebookKind::kMoodle;
    request.gradebook = options.moodle;
    status = std::max(status, fill_gradebook_command(request, result, store));
  }
  return status;
}

}  // namespace

int export_command(const ExportOptions& options) {
  if (asks_for_nothing(options)) {
    complain(
        "say what to export: --canvas CSV, --moodle CSV, --feedback ZIP, --junit FILE or "
        "--gradescope DIR");
    return kExitBadInput;
  }
  if (options.out.empty()) {
    complain("--out is needed: the folder that grade wrote");
    return kExitBadInput;
  }
  const auto opened = open_class(options.out);
  const auto rules = opened ? understood(opened->kept, opened->roster) : std::nullopt;
  if (!rules) {
    return kExitBadInput;
  }
  const ClassResult result = scored_class(opened->roster, *rules, *opened->store);
  if (!options.feedback.empty()) {
    write_feedback(result, options.feedback);
  }
  if (!options.junit.empty()) {
    write_file(options.junit, to_junit(result));
    fmt::print("{}\n", options.junit.string());
  }
  if (!options.gradescope.empty()) {
    write_gradescope(result, options.gradescope);
  }
  return fill_gradebooks(options, result, *opened->store);
}

}  // namespace warpschool::grader
