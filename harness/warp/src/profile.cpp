// Compiles and runs programs on the simulator, and gets their reports.
#include "profile.hpp"

#include "files.hpp"
#include "process.hpp"
#include "profile_view.hpp"
#include "warpschool/screen/screen.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kModelled = "Times are modelled: they compare versions of a kernel.\n";

/// A folder that goes when it is no longer needed.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "warp.XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error(name + " cannot be made");
    }
    folder_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  fs::path operator/(const char* name) const { return folder_ / name; }

 private:
  fs::path folder_;
};

const Backend* simulator(const Tree& tree) {
  for (const Backend& backend : tree.backends) {
    if (backend.name == "sim" && !backend.compiler.empty()) {
      return &backend;
    }
  }
  return nullptr;
}

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

Outcome start(const fs::path& program, const std::vector<std::string>& arguments,
              const fs::path& report) {
  Program started;
  started.argv = {program.string()};
  started.argv.insert(started.argv.end(), arguments.begin(), arguments.end());
  started.capture = false;
  if (!report.empty()) {
    started.environment = {"WARPSCHOOL_REPORT_FILE=" + report.string()};
  }
  return run(started);
}

ProfileReport run_compiled(const Tree& tree, const fs::path& file,
                           const std::vector<std::string>& arguments, bool profiled, bool colour) {
  const Scratch scratch;
  const fs::path program = scratch / "program";
  const Outcome compiled = compile(tree, file, program);
  if (compiled.status != 0) {
    return {1, compiled.output};
  }
  const fs::path report = profiled ? scratch / "report.json" : fs::path();
  const Outcome ran = start(program, arguments, report);
  if (!profiled) {
    return {ran.status, ""};
  }
  const auto rows = kernels_of(read_file(report).value_or(""));
  return {ran.status,
          rows ? profile_text(*rows, colour) + "\n" + kModelled : "The program used no CUDA.\n"};
}

std::string tasks_text(const std::string& text, bool colour) {
  const json profile = json::parse(text, nullptr, /*allow_exceptions=*/false);
  std::string shown;
  for (const json& task : profile.is_array() ? profile : json::array()) {
    const auto rows = kernels_of(task.value("report", json()).dump());
    shown += screen::painted(
        fmt::format("Task {}: {}", task.value("task", 0), task.value("check", std::string())), "1",
        colour);
    shown += "\n" + (rows ? profile_text(*rows, colour) : "Nothing was counted.\n") + "\n";
  }
  return shown + kModelled;
}

}  // namespace

ProfileReport profile_exercise(const Tree& tree, const course::Exercise& exercise, bool colour) {
  const Backend* backend = simulator(tree);
  if (backend == nullptr || backend->exercises.count(exercise.id) == 0) {
    return {1, "This build has no simulator for " + exercise.id + ".\n"};
  }
  const Judged& judged = backend->exercises.at(exercise.id);
  const Scratch scratch;
  const fs::path profile = scratch / "profile.json";
  Program program;
  program.argv = {judged.judge.string(),
                  "--student",
                  judged.student(exercise.id).string(),
                  "--reference",
                  judged.reference.string(),
                  "--course",
                  (tree.source / "course.yaml").string(),
                  "--exercise",
                  exercise.id,
                  "--backend",
                  backend->name,
                  "--quiet",
                  "--profile",
                  profile.string()};
  program.folder = tree.source;
  program.notice = "Running " + exercise.id + " ...";
  const Outcome outcome = run(program);
  const std::optional<std::string> text = read_file(profile);
  if (!text) {
    return {1, outcome.output + "The judge left no profile.\n"};
  }
  return {0, tasks_text(*text, colour)};
}

ProfileReport profile_file(const Tree& tree, const fs::path& file,
                           const std::vector<std::string>& arguments, bool colour) {
  return run_compiled(tree, file, arguments, true, colour);
}

ProfileReport run_file(const Tree& tree, const fs::path& file,
                       const std::vector<std::string>& arguments) {
  return run_compiled(tree, file, arguments, false, false);
}

}  // namespace warpschool::warp
