// Reads course.yaml into a Course and collects every mistake in it.
#include "warpschool/course/course.hpp"

#include "warpschool/support/assert.hpp"

#include <algorithm>

namespace warpschool::course {

const char* to_string(Kind kind) {
  switch (kind) {
    case Kind::kCorrectness:
      return "correctness";
    case Kind::kTiming:
      return "timing";
    case Kind::kCounters:
      return "counters";
  }
  WARPSCHOOL_UNREACHABLE("kind");
}

double Points::of(Kind kind) const {
  switch (kind) {
    case Kind::kCorrectness:
      return correctness;
    case Kind::kTiming:
      return timing;
    case Kind::kCounters:
      return counters;
  }
  WARPSCHOOL_UNREACHABLE("kind");
}

const TimingOn* TimingRule::on(std::string_view backend) const {
  const std::optional<TimingOn>& chosen = backend == "gpu" ? gpu : sim;
  return chosen ? &*chosen : nullptr;
}

double Exercise::points_of_checks(Kind kind, bool hidden) const {
  return hidden ? hidden_points.of(kind) : points.of(kind) - hidden_points.of(kind);
}

const TimingRule* Exercise::timing_rule(int task) const {
  const auto found = std::find_if(timing.begin(), timing.end(), [&](const TimingRule& rule) {
    return rule.task == task || rule.task == 0 || task == 0;
  });
  return found == timing.end() ? nullptr : &*found;
}

const Exercise* Course::find(std::string_view id) const {
  for (const Module& module : modules) {
    for (const Exercise& exercise : module.exercises) {
      if (exercise.id == id) {
        return &exercise;
      }
    }
  }
  return nullptr;
}

std::vector<const Exercise*> Course::exercises() const {
  std::vector<const Exercise*> all;
  for (const Module& module : modules) {
    for (const Exercise& exercise : module.exercises) {
      all.push_back(&exercise);
    }
  }
  return all;
}

double Course::total_points() const {
  double total = 0;
  for (const Exercise* exercise : exercises()) {
    total += exercise->bonus ? 0 : exercise->points.total();
  }
  return total;
}

}  // namespace warpschool::course
