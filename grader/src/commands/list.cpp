// grader list: what the course asks for.
#include "commands/commands.hpp"
#include "store/result_json.hpp"

#include <cstdio>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

Json to_json(const course::Exercise& exercise) {
  return {{"id", exercise.id},
          {"title", exercise.title},
          {"points", number(exercise.points.total())},
          {"due", exercise.due ? Json(*exercise.due) : Json(nullptr)},
          {"needs", exercise.needs},
          {"files", exercise.files},
          {"bonus", exercise.bonus}};
}

void print_json(const course::Course& course) {
  Json modules = Json::array();
  for (const course::Module& module : course.modules) {
    Json exercises = Json::array();
    for (const course::Exercise& exercise : module.exercises) {
      exercises.push_back(to_json(exercise));
    }
    modules.push_back({{"id", module.id}, {"title", module.title}, {"exercises", exercises}});
  }
  const Json document = {{"schema", 1},
                         {"title", course.title},
                         {"term", course.term},
                         {"points", number(course.total_points())},
                         {"modules", modules}};
  fmt::print("{}\n", document.dump(2));
}

void print_table(const course::Course& course) {
  fmt::print("{}{}{}\n", course.title, course.term.empty() ? "" : ", ", course.term);
  std::size_t count = 0;
  for (const course::Module& module : course.modules) {
    fmt::print("\n{}  ({})\n", module.title, module.id);
    for (const course::Exercise& exercise : module.exercises) {
      ++count;
      fmt::print("  {:<24} {:>4g} points  due {:<25}  {}{}\n", exercise.id, exercise.points.total(),
                 exercise.due.value_or("-"), exercise.title, exercise.bonus ? " (bonus)" : "");
    }
  }
  fmt::print("\n{} exercises, {:g} points\n", count, course.total_points());
}

}  // namespace

int list_command(const ListOptions& options) {
  const auto file = course_file(options.course);
  if (!file) {
    complain("there is no course.yaml in this folder or above it; name one with --course");
    return kExitBadInput;
  }
  auto course = load_course(*file);
  std::optional<course::Policy> policy;
  if (!course || !take_policy(options.policy, *course, policy)) {
    return kExitBadInput;
  }
  options.json ? print_json(*course) : print_table(*course);
  return kExitDone;
}

}  // namespace warpschool::grader
