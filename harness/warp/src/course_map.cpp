// Draws the map of the course.
#include "course_map.hpp"

#include "warpschool/screen/figures.hpp"
#include "warpschool/screen/screen.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::warp {
namespace {

using screen::painted;
using screen::points_text;

std::vector<std::string> open_needs(const course::Exercise& exercise, const Progress& progress) {
  std::vector<std::string> open;
  std::copy_if(exercise.needs.begin(), exercise.needs.end(), std::back_inserter(open),
               [&](const std::string& id) { return !progress.of(id).passed; });
  return open;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

std::string state_of(const ExerciseProgress& done, bool colour) {
  const char* word = done.passed ? "passed" : done.begun() ? "begun" : "";
  const std::string text = fmt::format("{:<8}", word);
  return painted(text, done.passed ? "32" : "33", colour && *word != '\0');
}

std::string tasks_of(const ExerciseProgress& done, std::size_t tasks) {
  const auto passed = std::count_if(done.tasks.begin(), done.tasks.end(),
                                    [](const auto& task) { return task.second == "passed"; });
  const std::size_t all = done.checked() ? done.tasks.size() : tasks;
  return fmt::format("{}/{} task{}", passed, all, all == 1 ? "" : "s");
}

std::string row(const course::Exercise& exercise, const Progress& progress, std::size_t tasks,
                bool is_next, bool colour) {
  const ExerciseProgress done = progress.of(exercise.id);
  const std::string points = points_text(done.won) + "/" + points_text(exercise.points.total());
  std::string text = is_next ? painted("> ", "1", colour) : "  ";
  text += painted(fmt::format("{:<22}", exercise.id), "1", colour && is_next);
  text += state_of(done, colour) + fmt::format("{:<11}{:>8}", tasks_of(done, tasks), points);
  const std::vector<std::string> open = open_needs(exercise, progress);
  if (is_next) {
    text += "   next: " + exercise.title;
  } else if (!done.passed && !open.empty()) {
    text += "   after " + joined(open);
  }
  return text + (exercise.bonus ? "   bonus\n" : "\n");
}

std::string heading(const course::Course& course, const Progress& progress) {
  double won = 0;
  std::size_t passed = 0;
  const std::vector<const course::Exercise*> exercises = course.exercises();
  for (const course::Exercise* exercise : exercises) {
    won += progress.of(exercise->id).won;
    passed += progress.of(exercise->id).passed ? 1U : 0U;
  }
  return fmt::format("{}: {} of {} exercises, {}/{} points\n", course.title, passed,
                     exercises.size(), points_text(won), points_text(course.total_points()));
}

}  // namespace

const course::Exercise* next_exercise(const course::Course& course, const Progress& progress,
                                      const std::string& except) {
  const course::Exercise* fallback = nullptr;
  for (const course::Exercise* exercise : course.exercises()) {
    if (progress.of(exercise->id).passed || exercise->id == except) {
      continue;
    }
    if (open_needs(*exercise, progress).empty()) {
      return exercise;
    }
    fallback = fallback == nullptr ? exercise : fallback;
  }
  return fallback;
}

std::string course_map(const course::Course& course, const Progress& progress,
                       const std::map<std::string, std::size_t>& tasks, bool colour) {
  const course::Exercise* next = next_exercise(course, progress);
  std::string text = painted(heading(course, progress), "1", colour);
  for (const course::Module& module : course.modules) {
    text += "\n" + painted(module.title, "1", colour) + "\n";
    for (const course::Exercise& exercise : module.exercises) {
      const auto known = tasks.find(exercise.id);
      text += row(exercise, progress, known == tasks.end() ? 0 : known->second, &exercise == next,
                  colour);
    }
  }
  return text;
}

}  // namespace warpschool::warp
