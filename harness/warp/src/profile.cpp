// Compiles and runs programs on the simulator, and gets their reports.
#include "child_program.hpp"
#include "file_io.hpp"
#include "profile_run.hpp"
#include "programs.hpp"
#include "scratch.hpp"
#include "warpschool/profile/page.hpp"
#include "warpschool/profile/text_view.hpp"
#include "warpschool/screen/screen.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kModelled = "Times are modelled: they compare versions of a kernel.\n";

/// Compiles as the README says for any program: the precompiled headers are made for these options.
Outcome compile(const Tree& tree, const fs::path& file, const fs::path& program) {
  const Backend* backend = simulator(tree);
  if (backend == nullptr) {
    return {1, "This build has no simulator.\n"};
  }
  Program compiler;
  compiler.argv = {backend->compiler.front(), "-O2", "-o", program.string(), file.string()};
  return run(compiler);
}

/// Writes the page; says where it is, or why there is none.
std::string leave_page(const std::string& title, const std::vector<profile::Run>& runs,
                       const profile::SourceReader& sources, const fs::path& page) {
  if (page.empty()) {
    return {};
  }
  try {
    write_file(page, profile::page(title, runs, sources));
  } catch (const std::exception& error) {
    return fmt::format("No page was written: {}\n", error.what());
  }
  return fmt::format("As a page, with the source line by line: {}\n",
                     shown_path(page, fs::current_path()));
}

std::vector<profile::Run> runs_of(const std::string& text) {
  std::vector<profile::Run> runs;
  const json tasks = json::parse(text, nullptr, /*allow_exceptions=*/false);
  for (const json& task : tasks.is_array() ? tasks : json::array()) {
    profile::Run run;
    run.title =
        fmt::format("Task {}: {}", task.value("task", 0), task.value("check", std::string()));
    run.report =
        profile::read_report(task.value("report", json()).dump()).value_or(profile::Report());
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace

ProfileReport profile_exercise(const Tree& tree, const course::Exercise& exercise,
                               const ProfileOptions& options) {
  const Backend* backend = simulator(tree);
  if (backend == nullptr || backend->exercises.count(exercise.id) == 0) {
    return {1, "This build has no simulator for " + exercise.id + ".\n"};
  }
  const Scratch scratch;
  const fs::path file = scratch / "profile.json";
  Program program = judge_program(tree, *backend, exercise);
  program.argv.insert(program.argv.end(), {"--profile", file.string()});
  program.environment = {"WARPSCHOOL_PROFILE=lines"};
  const Outcome outcome = run(program);
  const std::optional<std::string> text = read_file(file);
  if (!text) {
    return {1, outcome.output + "The judge left no profile.\n"};
  }
  const std::vector<profile::Run> runs = runs_of(*text);
  std::string shown;
  for (const profile::Run& one : runs) {
    shown += screen::painted(one.title, "1", options.colour) + "\n" +
             profile::text_view(one.report, options.colour) + "\n";
  }
  return {
      0, shown + kModelled +
             leave_page(exercise.id, runs, sources_in(tree.folder(exercise), false), options.page)};
}

ProfileReport profile_program(const fs::path& program, const std::vector<std::string>& arguments,
                              const std::string& title, const fs::path& sources,
                              const ProfileOptions& options) {
  const Scratch scratch;
  const fs::path file = scratch / "report.json";
  const Outcome ran = start(
      program, arguments, {"WARPSCHOOL_REPORT_FILE=" + file.string(), "WARPSCHOOL_PROFILE=lines"});
  std::optional<profile::Report> report = profile::read_report(read_file(file).value_or(""));
  if (!report) {
    return {ran.status != 0 ? ran.status : 1,
            ran.status == 127 ? title + " did not start.\n"
                              : "The program used no CUDA, or was not made by simcc.\n"};
  }
  const std::string text = "\n" + profile::text_view(*report, options.colour) + "\n" + kModelled;
  return {ran.status, text + leave_page(title, {{"", *std::move(report)}},
                                        sources_in(sources, true), options.page)};
}

ProfileReport profile_file(const Tree& tree, const fs::path& file,
                           const std::vector<std::string>& arguments,
                           const ProfileOptions& options) {
  const Scratch scratch;
  const fs::path program = scratch / "program";
  const Outcome compiled = compile(tree, file, program);
  if (compiled.status != 0) {
    return {1, compiled.output};
  }
  return profile_program(program, arguments, file.filename().string(),
                         fs::absolute(file).parent_path(), options);
}

ProfileReport run_file(const Tree& tree, const fs::path& file,
                       const std::vector<std::string>& arguments) {
  const Scratch scratch;
  const fs::path program = scratch / "program";
  const Outcome compiled = compile(tree, file, program);
  if (compiled.status != 0) {
    return {1, compiled.output};
  }
  return {start(program, arguments, {}).status, ""};
}

}  // namespace warpschool::warp
