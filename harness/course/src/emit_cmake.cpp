// Writes the course as CMake variables for configure time.
#include "warpschool/course/emit_cmake.hpp"

namespace warpschool::course {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += " " + word;
  }
  return text;
}

std::vector<std::string> kinds_of(const Exercise& exercise) {
  std::vector<std::string> kinds;
  for (const Kind kind : {Kind::kCorrectness, Kind::kTiming, Kind::kCounters}) {
    if (exercise.points.of(kind) > 0) {
      kinds.emplace_back(to_string(kind));
    }
  }
  return kinds;
}

/// The backends on which some timing rule can be judged.
std::vector<std::string> timed_on(const Exercise& exercise) {
  bool gpu = false;
  bool sim = false;
  for (const TimingRule& rule : exercise.timing) {
    gpu = gpu || rule.gpu.has_value();
    sim = sim || rule.sim.has_value();
  }
  std::vector<std::string> backends;
  if (gpu) {
    backends.emplace_back("gpu");
  }
  if (sim) {
    backends.emplace_back("sim");
  }
  return backends;
}

std::string seconds(std::uint64_t milliseconds) {
  return std::to_string((milliseconds + 999) / 1000);
}

}  // namespace

std::string to_cmake(const Course& course) {
  std::string text =
      "# Written by course_tool from course.yaml. Do not edit.\nset(WARPSCHOOL_EXERCISES";
  for (const Exercise* exercise : course.exercises()) {
    text += " " + exercise->id;
  }
  text += ")\n";
  for (const Exercise* exercise : course.exercises()) {
    const std::string prefix = "set(WARPSCHOOL_" + exercise->id + "_";
    text += prefix + "MODULE " + exercise->module + ")\n";
    text += prefix + "FILES" + joined(exercise->files) + ")\n";
    text += prefix + "KINDS" + joined(kinds_of(*exercise)) + ")\n";
    text += prefix + "TIMED_ON" + joined(timed_on(*exercise)) + ")\n";
    text += prefix + "BUILD_SECONDS " + seconds(exercise->limits.build_ms) + ")\n";
    text += prefix + "RUN_SECONDS " + seconds(exercise->limits.run_ms) + ")\n";
  }
  return text;
}

}  // namespace warpschool::course
