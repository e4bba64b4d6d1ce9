// Prints a judge's record and writes the result file.
#include "report.hpp"

#include "figures.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

namespace warpschool::harness {
namespace {

using nlohmann::json;

std::string indented(const std::string& text, const std::string& prefix) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    result += prefix + line + "\n";
  }
  return result;
}

std::string with_spaces(const char* word) {
  std::string text = word;
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string painted(const std::string& text, const char* code, bool colour) {
  return colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

const char* colour_code(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPassed:
      return "32";
    case Verdict::kSkipped:
    case Verdict::kInconclusive:
    case Verdict::kInternalError:
      return "33";
    default:
      return "31";
  }
}

std::string points_text(double points) {
  return fmt::format("{:.4g}", points);
}

bool failed(const Check& check) {
  return check.verdict != Verdict::kPassed && check.verdict != Verdict::kSkipped;
}

/// What the student's code printed, cut to what a screen holds.
std::string printed_text(const std::string& output) {
  constexpr int kMostLines = 20;
  std::string text = "      your code printed:\n";
  std::istringstream lines(output);
  int shown = 0;
  for (std::string line; std::getline(lines, line); ++shown) {
    if (shown == kMostLines) {
      text += "      | ...\n";
      break;
    }
    text += "      | " + line + "\n";
  }
  return text;
}

std::string details(const Check& check) {
  std::string text = indented(check.message, "      ");
  if (!check.hint.empty()) {
    text += indented("hint: " + check.hint, "      ");
  }
  if (!check.output.empty()) {
    text += printed_text(check.output);
  }
  if (check.failures > 1) {
    text += fmt::format("      (and {} more like this in the same check)\n", check.failures - 1);
  }
  return text;
}

std::string line_of(const Check& check, bool colour) {
  const Verdict verdict = check.ran ? check.verdict : Verdict::kInternalError;
  const std::string word =
      painted(fmt::format("{:<14}", with_spaces(to_string(verdict))), colour_code(verdict), colour);
  const std::string points =
      fmt::format("{:>4} of {:<4}", points_text(check.won()), points_text(check.possible));
  const std::string task = check.task > 0 ? fmt::format("task {}: ", check.task) : "";
  std::string text = fmt::format("  {}{}  {}{}\n", word, points, task, check.name);
  if (!failed(check) && check.ratio) {
    text += fmt::format("      {:.3g} times as fast as the reference; full points from {:.3g} on\n",
                        *check.ratio, check.threshold.value_or(0));
  }
  for (const auto& [name, value] : check.counters) {
    text += failed(check) ? "" : fmt::format("      {}: {}\n", name, figure(value));
  }
  if (check.verdict == Verdict::kSkipped) {
    text += indented(check.message, "      ");
  }
  for (const std::string& note : check.notes) {
    text += indented("note: " + note, "      ");
  }
  return text;
}

std::string again(const Judge& judge, const std::string& program) {
  const Options& options = judge.options();
  std::string text =
      fmt::format("{} --student {} --reference {}", program, options.student, options.reference);
  if (!options.course.empty()) {
    text += " --course " + options.course;
  }
  text += fmt::format(" --exercise {} --backend {}", options.exercise, options.backend);
  if (options.kind) {
    text += fmt::format(" --kind {}", course::to_string(*options.kind));
  }
  if (options.task > 0) {
    text += fmt::format(" --task {}", options.task);
  }
  return text + fmt::format(" --seed {}", options.seed);
}

std::string next_step(const Judge& judge, const Check& check) {
  const course::Exercise& exercise = judge.exercise();
  if (check.verdict == Verdict::kInternalError || !check.ran) {
    return "This is not your mistake and costs no points: tell your instructor.\n";
  }
  if (exercise.module.empty()) {
    return {};
  }
  const std::string folder = "exercises/" + exercise.folder().string();
  const std::string file = exercise.files.empty() ? exercise.id + ".cu" : exercise.files.front();
  // Of several files the exercise's README says which one has the task.
  const std::string place = exercise.files.size() > 1 ? folder : folder + "/" + file;
  return fmt::format("Next: {}{} (hints: {}/hints.md)\n",
                     check.task > 0 ? fmt::format("task {} in ", check.task) : "", place, folder);
}

json number_or_null(const std::optional<double>& value) {
  return value ? json(*value) : json(nullptr);
}

json to_json(const Check& check) {
  json faults = json::array();
  for (const std::string& fault : check.faults) {
    faults.push_back(json::parse(fault, nullptr, false));
  }
  return {{"name", check.name},
          {"task", check.task},
          {"kind", course::to_string(check.kind)},
          {"verdict", to_string(check.ran ? check.verdict : Verdict::kInternalError)},
          {"points", {{"won", check.won()}, {"possible", check.possible}}},
          {"message", check.message},
          {"hint", check.hint},
          {"output", check.output},
          {"notes", check.notes},
          {"ratio", number_or_null(check.ratio)},
          {"ratio_low", number_or_null(check.ratio_low)},
          {"ratio_high", number_or_null(check.ratio_high)},
          {"threshold", number_or_null(check.threshold)},
          {"counters", check.counters},
          {"faults", faults}};
}

bool write_all(int fd, const std::string& text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const ssize_t written = ::write(fd, text.data() + at, text.size() - at);
    if (written < 0 && errno != EINTR) {
      return false;
    }
    at += written < 0 ? 0 : static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

std::string console_report(Judge& judge, const std::string& program, bool colour) {
  const Record& record = judge.record();
  std::string text = painted(judge.options().exercise, "1", colour);
  text += judge.device.empty() ? "\n\n" : fmt::format(" on {}\n\n", judge.device);
  const Check* first = nullptr;
  for (const Check& check : record.checks()) {
    text += line_of(check, colour);
    if (first == nullptr && (failed(check) || !check.ran)) {
      first = &check;
      text += details(check);
    } else if (failed(check)) {
      std::string line = check.message;
      std::replace(line.begin(), line.end(), '\n', ' ');
      constexpr std::size_t kMost = 160;
      text += "      " + (line.size() > kMost ? line.substr(0, kMost) + " ..." : line) + "\n";
    }
  }
  text +=
      fmt::format("\n{} of {} points. ", points_text(record.won()), points_text(record.possible()));
  if (first != nullptr) {
    text += next_step(judge, *first);
  } else {
    text += record.worst() == Verdict::kSkipped ? "Nothing could be judged here.\n"
                                                : "All checks passed.\n";
  }
  text +=
      fmt::format("Seed {}. To run it again:\n  {}\n", judge.options().seed, again(judge, program));
  return text;
}

std::string result_json(Judge& judge) {
  const Record& record = judge.record();
  json checks = json::array();
  for (const Check& check : record.checks()) {
    checks.push_back(to_json(check));
  }
  const json result = {{"schema", 1},
                       {"exercise", judge.options().exercise},
                       {"backend", judge.options().backend},
                       {"device", judge.device},
                       {"seed", judge.options().seed},
                       {"complete", record.complete()},
                       {"points", {{"won", record.won()}, {"possible", record.possible()}}},
                       {"checks", checks}};
  // What a submission prints need not be UTF-8.
  return result.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

bool write_result(const std::string& path, const std::string& text) {
  const std::string inherited = "/dev/fd/";
  if (path.rfind(inherited, 0) == 0) {
    // Not opened: a process that hides itself may not open its own descriptors anew.
    const int fd = std::atoi(path.c_str() + inherited.size());
    return ::ftruncate(fd, 0) == 0 && write_all(fd, text);
  }
  const std::string temporary = path + ".tmp." + std::to_string(::getpid());
  std::FILE* file = std::fopen(temporary.c_str(), "we");
  if (file == nullptr) {
    return false;
  }
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool flushed = std::fflush(file) == 0 && ::fsync(::fileno(file)) == 0;
  const bool closed = std::fclose(file) == 0;
  if (written && flushed && closed && std::rename(temporary.c_str(), path.c_str()) == 0) {
    return true;
  }
  std::remove(temporary.c_str());
  return false;
}

}  // namespace warpschool::harness
