// Keeps the question of each task that has most work for a profile.
#include "profile_book.hpp"

#include <nlohmann/json.hpp>

namespace warpschool::harness {

using nlohmann::json;

/// How much a question asks for. Blocks of one thread take long over little: the time decides only
/// where as much is done.
static std::pair<double, double> work_of(const json& launches) {
  double instructions = 0, time_us = 0;
  for (const json& launch : launches) {
    instructions += launch.value("counters", json::object()).value("thread_instructions", 0.0);
    time_us += launch.value("time_us", 0.0);
  }
  return {instructions, time_us};
}

void ProfileBook::note(int task, const std::string& check, const std::string& report) {
  const json read = json::parse(report, nullptr, /*allow_exceptions=*/false);
  const json launches = read.is_object() ? read.value("launches", json::array()) : json::array();
  const std::pair<double, double> work = work_of(launches);
  Entry& entry = tasks_[task];
  if (work > entry.work || entry.report.empty()) {
    json kept = {{"launches", launches}};
    for (const char* const part : {"lines", "timeline", "trace"}) {
      if (read.is_object() && read.contains(part)) {
        kept[part] = read[part];
      }
    }
    entry = {check, kept.dump(), work, entry.faults};
  }
  const json faults = read.is_object() ? read.value("faults", json::array()) : json::array();
  if (entry.faults == "[]" && faults.is_array()) {
    entry.faults = faults.dump();
  }
}

std::string ProfileBook::json_text() const {
  json tasks = json::array();
  for (const auto& [task, entry] : tasks_) {
    json report = json::parse(entry.report);
    report["faults"] = json::parse(entry.faults);
    tasks.push_back({{"task", task}, {"check", entry.check}, {"report", report}});
  }
  return tasks.dump() + "\n";
}

}  // namespace warpschool::harness
