// grader export: graded work in the forms that other programs and students take.
#include "commands/commands.hpp"
#include "handout/handout.hpp"
#include "handout/zip.hpp"
#include "pipeline/class_roster.hpp"
#include "report.hpp"
#include "support/files.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// The class as it was graded; complains itself.
std::optional<ClassResult> graded_class(const fs::path& out) {
  std::error_code failure;
  if (!fs::exists(out / "grades.sqlite", failure)) {
    complain(fmt::format("{} holds no grades.sqlite: it is not the output folder of a grade",
                         out.string()));
    return std::nullopt;
  }
  Store store(out / "grades.sqlite");
  const auto roster = store.fact("roster");
  if (!roster) {
    complain("nothing has been graded there yet");
    return std::nullopt;
  }
  return collect(roll_from(*roster), store);
}

void write_feedback(const ClassResult& result, const fs::path& file) {
  ZipFile zip(file);
  for_each_feedback(result, [&zip](const std::string& name, const std::string& page) {
    zip.add("feedback/" + name, page);
  });
  zip.finish();
  fmt::print("{}: {} pages\n", file.string(), result.students.size());
}

/// A folder for each student, since Gradescope's file has one name.
void write_gradescope(const ClassResult& result, const fs::path& folder) {
  for (const StudentResult& student : result.students) {
    const fs::path name = fs::path(page_name(student.id)).stem();
    write_file(folder / name / "results.json", to_gradescope(result, student));
  }
  fmt::print("{}: {} files results.json\n", folder.string(), result.students.size());
}

}  // namespace

int export_command(const ExportOptions& options) {
  if (options.feedback.empty() && options.junit.empty() && options.gradescope.empty()) {
    complain("say what to export: --feedback ZIP, --junit FILE or --gradescope DIR");
    return kExitBadInput;
  }
  const std::optional<ClassResult> result = graded_class(options.out);
  if (!result) {
    return kExitBadInput;
  }
  if (!options.feedback.empty()) {
    write_feedback(*result, options.feedback);
  }
  if (!options.junit.empty()) {
    write_file(options.junit, to_junit(*result));
    fmt::print("{}\n", options.junit.string());
  }
  if (!options.gradescope.empty()) {
    write_gradescope(*result, options.gradescope);
  }
  return kExitDone;
}

}  // namespace warpschool::grader
