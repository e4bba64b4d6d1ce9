// Adds up what a cell of a gradebook says.
#include "handout/marks.hpp"

#include "intake/foreign_names.hpp"
#include "result/grading.hpp"

#include <algorithm>

namespace warpschool::grader {
namespace {

bool has_module(const ClassResult& result, const std::string& id) {
  return std::any_of(result.exercises.begin(), result.exercises.end(),
                     [&](const ExerciseInfo& info) { return info.module == id; });
}

/// "1_first_kernels" without its number.
std::string without_number(const std::string& module) {
  const std::size_t begin = module.find_first_not_of("0123456789_");
  return begin == std::string::npos ? module : module.substr(begin);
}

std::optional<Score> of_exercise(const ExerciseResult& work) {
  return work.has_points() ? std::optional(work.points) : std::nullopt;
}

std::optional<Score> of_module(const ClassResult& result, const StudentResult& student,
                               const std::string& module) {
  std::optional<Score> sum;
  for (std::size_t i = 0; i < result.exercises.size(); ++i) {
    const ExerciseInfo& info = result.exercises[i];
    const ExerciseResult& work = student.exercises[i];
    if (info.module == module && work.has_points() && !work.time.early) {
      sum = sum.value_or(Score{});
      sum->won += work.points.won;
      sum->possible += info.bonus ? 0 : work.points.possible;
    }
  }
  return sum;
}

}  // namespace

std::string MarkSource::word() const {
  return kind == Kind::kTotal ? "total" : kind == Kind::kPercent ? "percent" : id;
}

std::optional<MarkSource> mark_source(const ClassResult& result, const std::string& word) {
  if (word == "total") {
    return MarkSource{MarkSource::Kind::kTotal, {}};
  }
  if (word == "percent") {
    return MarkSource{MarkSource::Kind::kPercent, {}};
  }
  for (const ExerciseInfo& info : result.exercises) {
    if (info.id == word) {
      return MarkSource{MarkSource::Kind::kExercise, word};
    }
  }
  return has_module(result, word) ? std::optional(MarkSource{MarkSource::Kind::kModule, word})
                                  : std::nullopt;
}

std::optional<MarkSource> mark_source_by_title(const ClassResult& result,
                                               const std::string& title) {
  const std::string key = intake::squashed(title);
  if (key.empty()) {
    return std::nullopt;
  }
  if (key == "total" || key == intake::squashed(result.course.title)) {
    return MarkSource{MarkSource::Kind::kTotal, {}};
  }
  for (const ExerciseInfo& info : result.exercises) {
    if (key == intake::squashed(info.id) || key == intake::squashed(info.title)) {
      return MarkSource{MarkSource::Kind::kExercise, info.id};
    }
  }
  for (const ExerciseInfo& info : result.exercises) {
    if (key == intake::squashed(info.module) || key == intake::squashed(info.module_title) ||
        key == intake::squashed(without_number(info.module))) {
      return MarkSource{MarkSource::Kind::kModule, info.module};
    }
  }
  return std::nullopt;
}

std::optional<Score> mark_of(const ClassResult& result, const StudentResult& student,
                             const MarkSource& source) {
  if (source.kind == MarkSource::Kind::kModule) {
    return of_module(result, student, source.id);
  }
  if (source.kind == MarkSource::Kind::kExercise) {
    for (std::size_t i = 0; i < result.exercises.size(); ++i) {
      if (result.exercises[i].id == source.id) {
        return of_exercise(student.exercises[i]);
      }
    }
    return std::nullopt;
  }
  if (student.points.possible <= 0 && student.points.won <= 0) {
    return std::nullopt;  // nothing is due yet, or nothing could be judged
  }
  return source.kind == MarkSource::Kind::kTotal ? student.points
                                                 : Score{percent_of(student.points), 100};
}

double full_mark(const ClassResult& result, const MarkSource& source) {
  if (source.kind == MarkSource::Kind::kPercent) {
    return 100;
  }
  double full = 0;
  for (const ExerciseInfo& info : result.exercises) {
    const bool counts = source.kind == MarkSource::Kind::kExercise ? info.id == source.id
                        : source.kind == MarkSource::Kind::kModule
                            ? info.module == source.id && info.is_due && !info.bonus
                            : info.is_due && !info.bonus;
    full += counts ? info.points : 0;
  }
  return full;
}

}  // namespace warpschool::grader
