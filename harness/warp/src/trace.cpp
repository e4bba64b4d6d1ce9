// Compiles without optimisation, runs with a trace, and steps through it.
#include "trace.hpp"

#include "child_program.hpp"
#include "file_io.hpp"
#include "programs.hpp"
#include "scratch.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// The words for WARPSCHOOL_TRACE (docs/GETTING_STARTED.md).
std::string request_for(const TraceOptions& options) {
  constexpr int kLanes = 32;
  std::string request = fmt::format("block={};steps={}", options.block, options.steps);
  request += options.warp ? fmt::format(";thread={};lanes=all", *options.warp * kLanes)
                          : ";thread=" + options.thread;
  return "WARPSCHOOL_TRACE=" + request +
         (options.kernel.empty() ? "" : ";kernel=" + options.kernel);
}

/// simcc left it beside the program: the file that has the traced kernel.
std::string ptx_of(const fs::path& folder, const std::string& report) {
  const json read = json::parse(report, nullptr, /*allow_exceptions=*/false);
  const std::string kernel = read.is_object() && read.contains("trace")
                                 ? read["trace"].value("kernel", std::string())
                                 : std::string();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".ptx") {
      std::string text = read_file(entry.path()).value_or("");
      if (text.find(".entry " + kernel + "(") != std::string::npos) {
        return text;
      }
    }
  }
  return {};
}

void show(const std::string& title, const std::string& report, const fs::path& folder,
          const TraceOptions& options, TraceReport& shown) {
  shown.trace = profile::read_trace(report, ptx_of(folder, report), shown.source);
  if (!shown.trace) {
    shown.status = shown.status == 0 ? 1 : shown.status;
    shown.text +=
        fmt::format("No launch {}has {} {} of block {}: nothing was traced.\n",
                    options.kernel.empty() ? "" : "of " + options.kernel + " ",
                    options.warp ? "warp" : "thread",
                    options.warp ? std::to_string(*options.warp) : options.thread, options.block);
    return;
  }
  if (!options.page.empty()) {
    write_file(options.page, profile::trace_page(title, *shown.trace, shown.source));
    shown.text += fmt::format("As a page to step through: {}\n",
                              shown_path(options.page, fs::current_path()));
  }
}

Outcome compile_traced(const std::vector<std::string>& words, const Scratch& scratch) {
  Program compiler;
  compiler.argv = words;
  compiler.argv.insert(compiler.argv.end(), {"--device-variables", "--keep"});
  compiler.folder = scratch.folder();
  return run(compiler);
}

/// The reports of the tasks' questions, that of the wanted task alone if one is.
std::vector<std::string> reports_of(const std::string& profile, int wanted) {
  std::vector<std::string> reports;
  const json tasks = json::parse(profile, nullptr, /*allow_exceptions=*/false);
  for (const json& task : tasks.is_array() ? tasks : json::array()) {
    if ((wanted == 0 || task.value("task", 0) == wanted) && task.contains("report") &&
        task["report"].contains("trace")) {
      reports.push_back(task["report"].dump());
    }
  }
  return reports;
}

}  // namespace

TraceReport trace_file(const Tree& tree, const fs::path& file,
                       const std::vector<std::string>& arguments, const TraceOptions& options) {
  TraceReport shown;
  const Backend* const backend = simulator(tree);
  if (backend == nullptr) {
    return {1, "This build has no simulator.\n", {}, {}};
  }
  const Scratch scratch;
  const fs::path program = scratch / "program", report = scratch / "report.json";
  const Outcome compiled = compile_traced(
      {backend->compiler.front(), "-o", program.string(), fs::absolute(file).string()}, scratch);
  if (compiled.status != 0) {
    return {1, compiled.output, {}, {}};
  }
  const Outcome ran = start(program, arguments,
                            {"WARPSCHOOL_REPORT_FILE=" + report.string(), request_for(options)});
  shown.status = ran.status;
  shown.source = sources_in(fs::absolute(file).parent_path(), true);
  show(file.filename().string(), read_file(report).value_or(""), scratch.folder(), options, shown);
  return shown;
}

TraceReport trace_exercise(const Tree& tree, const course::Exercise& exercise,
                           const TraceOptions& options) {
  const Backend* const backend = simulator(tree);
  if (backend == nullptr || backend->exercises.count(exercise.id) == 0) {
    return {1, "This build has no simulator for " + exercise.id + ".\n", {}, {}};
  }
  const Scratch scratch;
  const fs::path folder = tree.folder(exercise), module = scratch / (exercise.id + ".so");
  std::vector<std::string> words = backend->compiler;
  words.insert(words.end(),
               {"-I", folder.string(), "-shared", "-Xcompiler", "-fPIC", "-o", module.string()});
  for (const std::string& file : exercise.files) {
    if (fs::path(file).extension() == ".cu") {
      words.push_back((folder / file).string());
    }
  }
  const Outcome compiled = compile_traced(words, scratch);
  if (compiled.status != 0) {
    return {1, compiled.output, {}, {}};
  }
  const fs::path profile = scratch / "profile.json";
  Program judge = judge_program(tree, *backend, exercise);
  *(std::find(judge.argv.begin(), judge.argv.end(), "--student") + 1) = module.string();
  judge.argv.insert(judge.argv.end(),
                    {"--kind", "correctness", "--stop-at-hang", "--profile", profile.string()});
  judge.environment = {request_for(options)};
  const Outcome ran = run(judge);
  const std::vector<std::string> reports =
      reports_of(read_file(profile).value_or(""), options.task);
  TraceReport shown;
  shown.text = read_file(profile) ? "" : ran.output;
  shown.source = sources_in(folder, false);
  show(exercise.id, reports.empty() ? "" : reports.front(), scratch.folder(), options, shown);
  return shown;
}

void step_through(const TraceReport& report, bool colour) {
  const std::size_t count = report.trace->steps.size();
  std::size_t at = 0;
  for (;;) {
    const std::string text = profile::step_text(*report.trace, at, report.source, colour);
    std::fputs(((colour ? "\x1b[2J\x1b[H" : "\n") + text +
                "\n[n]ext  [b]ack  a number: that step  [q]uit > ")
                   .c_str(),
               stdout);
    std::fflush(stdout);
    std::string answer;
    if (!std::getline(std::cin, answer) || answer == "q") {
      std::fputs("\n", stdout);
      return;
    }
    const bool is_number = !answer.empty() && answer.size() < 10 &&
                           answer.find_first_not_of("0123456789") == std::string::npos;
    if (is_number) {
      at = std::clamp<std::size_t>(std::stoul(answer), 1, count) - 1;
    } else if (answer == "b") {
      at -= at > 0 ? 1 : 0;
    } else {
      at += at + 1 < count ? 1 : 0;
    }
  }
}

}  // namespace warpschool::warp
