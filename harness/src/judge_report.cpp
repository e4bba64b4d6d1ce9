// Prints a judge's record and writes the result file.
#include "judge_report.hpp"

#include "warpschool/screen/screen.hpp"
#include "warpschool/support/assert.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace warpschool::harness {
namespace {

using nlohmann::json;

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

/// The student's file as it is typed from the top of the course.
std::string file_of(const course::Exercise& exercise) {
  if (exercise.module.empty()) {
    return {};
  }
  const std::string folder = "exercises/" + exercise.folder().string();
  const std::string file = exercise.files.empty() ? exercise.id + ".cu" : exercise.files.front();
  // Of several files the exercise's README says which one has the task.
  return exercise.files.size() > 1 ? folder : folder + "/" + file;
}

json number_or_null(const std::optional<double>& value) {
  return value ? json(*value) : json(nullptr);
}

json to_json(const Record& record, const Check& check) {
  json faults = json::array();
  for (const std::string& fault : check.faults) {
    faults.push_back(json::parse(fault, nullptr, false));
  }
  return {{"name", check.name},
          {"task", check.task},
          {"hidden", check.hidden},
          {"kind", course::to_string(check.kind)},
          {"verdict", to_string(check.ran ? check.verdict : Verdict::kInternalError)},
          {"points", {{"won", record.won(check)}, {"possible", check.possible}}},
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
  screen::Context context;
  context.id = judge.options().exercise;
  context.title = judge.exercise().title;
  context.rules = judge.exercise().counters;
  context.file = file_of(judge.exercise());
  context.again = again(judge, program);
  screen::Look look;
  look.colour = colour;
  look.verbose = judge.options().verbose;
  const std::optional<screen::JudgeResult> result = screen::read_result(result_json(judge));
  WARPSCHOOL_ASSERT(result.has_value(), "a judge reads its own result");
  return screen::render(*result, context, look);
}

std::string result_json(Judge& judge) {
  const Record& record = judge.record();
  json checks = json::array();
  for (const Check& check : record.checks()) {
    checks.push_back(to_json(record, check));
  }
  json result = {{"schema", 1},
                 {"exercise", judge.options().exercise},
                 {"backend", judge.options().backend},
                 {"device", judge.device},
                 {"seed", judge.options().seed},
                 {"complete", record.complete()},
                 {"points", {{"won", record.won()}, {"possible", record.possible()}}},
                 {"checks", checks}};
  if (!judge.races.empty()) {
    result["reference"] = to_json(judge.races);
  }
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
  struct stat there {};
  if (::stat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode)) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);  // no file takes a device's place
    const bool is_written = fd >= 0 && write_all(fd, text);
    return fd >= 0 && ::close(fd) == 0 && is_written;
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
