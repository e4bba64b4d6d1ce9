// grader override and grader comment: what people add to results.
#include "commands/commands.hpp"
#include "commands/scoring.hpp"
#include "commands/student_names.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

namespace warpschool::grader {
namespace {

constexpr std::size_t kLongestText = 4000;

std::string whoever_runs_this() {
  const passwd* user = ::getpwuid(::getuid());
  return user == nullptr || user->pw_name == nullptr ? fmt::format("user {}", ::getuid())
                                                     : user->pw_name;
}

Remark remark_from(const RemarkOptions& options, Remark::Kind kind) {
  Remark remark;
  remark.kind = kind;
  remark.student = options.student;
  remark.exercise = options.exercise;
  remark.points = options.points;
  remark.text = cut(to_utf8(options.text), kLongestText);
  remark.by = to_utf8(options.by.value_or(whoever_runs_this()));
  remark.revokes = options.revoked;
  return remark;
}

std::vector<std::string> exercises_of(const ClassRoster& roster) {
  std::vector<std::string> ids;
  ids.reserve(roster.exercises.size());
  for (const ExerciseInfo& info : roster.exercises) {
    ids.push_back(info.id);
  }
  return ids;
}

/// The options with the id of the student whom they mean; nothing where student or exercise is
/// unknown. What was given to an id that is nobody's any more can be taken back all the same.
std::optional<RemarkOptions> for_one_of(const OpenClass& opened, RemarkOptions options) {
  const bool takes_back = options.revoke || options.revoked != 0;
  const auto student =
      student_called(options.student, takes_back ? known_students(opened) : opened.roster.students,
                     opened.roster.people);
  const bool exercise_known =
      options.exercise.empty() ||
      all_known({options.exercise}, exercises_of(opened.roster), "exercise");
  if (!student || !exercise_known) {
    return std::nullopt;
  }
  options.student = *student;
  return options;
}

const ExerciseInfo& column_of(const ClassResult& result, const std::string& exercise) {
  return *std::find_if(result.exercises.begin(), result.exercises.end(),
                       [&](const ExerciseInfo& info) { return info.id == exercise; });
}

/// The lock is taken before the class is read, if it is free. Else another grader works there: what
/// is added is stored beside it, and its report shows it.
std::optional<OpenClass> open_for_remarks(const std::filesystem::path& out) {
  auto lock = is_class_folder(out) ? std::make_unique<FolderLock>(out) : nullptr;
  auto opened = open_class(out);
  if (opened && lock && lock->is_held()) {
    opened->lock = std::move(lock);
  }
  return opened;
}

int add_and_render(OpenClass& opened, const Remark& remark, const std::filesystem::path& out) {
  const std::int64_t number = opened.store->add(remark);
  fmt::print("{} {} by {}\n", remark.kind == Remark::Kind::kOverride ? "override" : "comment",
             number, remark.by);
  if (opened.lock == nullptr) {
    fmt::print("stored; another grader works in {}, and its report will show it\n", out.string());
    return kExitDone;
  }
  return render(opened, out);
}

bool override_is_known(const RemarkOptions& options, Store& store) {
  const std::vector<Remark> remarks = in_force(store.remarks());
  const bool known = std::any_of(remarks.begin(), remarks.end(), [&](const Remark& remark) {
    return remark.kind == Remark::Kind::kOverride && remark.student == options.student &&
           remark.exercise == options.exercise;
  });
  if (!known) {
    complain(fmt::format("nobody has given {} points for {}: there is nothing to revoke",
                         options.student, options.exercise));
  }
  return known;
}

bool points_are_good(const RemarkOptions& options, const ClassResult& result) {
  const double worth = column_of(result, options.exercise).points;
  if (!std::isfinite(*options.points) || *options.points < 0 || *options.points > worth) {
    complain(fmt::format("--points {:g} must lie between 0 and {:g}, which {} is worth",
                         *options.points, worth, options.exercise));
    return false;
  }
  return true;
}

bool comment_is_known(const RemarkOptions& options, Store& store) {
  const std::vector<Remark> remarks = store.remarks();
  const bool known = std::any_of(remarks.begin(), remarks.end(), [&](const Remark& remark) {
    return remark.number == options.revoked && remark.kind == Remark::Kind::kComment &&
           remark.student == options.student && remark.revokes == 0;
  });
  if (!known) {
    complain(fmt::format("there is no comment {} on {}: grader audit lists them", options.revoked,
                         options.student));
  }
  return known;
}

}  // namespace

int override_command(const RemarkOptions& asked) {
  auto opened = open_for_remarks(asked.out);
  const auto chosen = opened ? for_one_of(*opened, asked) : std::nullopt;
  if (!chosen) {
    return kExitBadInput;
  }
  const RemarkOptions& options = *chosen;
  if (options.points.has_value() == options.revoke) {
    complain("give either --points or --revoke");
    return kExitBadInput;
  }
  if (is_blank(options.text)) {
    complain("--why is empty: who asks later should find a reason");
    return kExitBadInput;
  }
  const auto rules = understood(opened->kept, opened->roster);
  if (!rules) {
    return kExitBadInput;
  }
  Store& store = *opened->store;
  const bool good = options.revoke
                        ? override_is_known(options, store)
                        : points_are_good(options, scored_class(opened->roster, *rules, store));
  if (!good) {
    return kExitBadInput;
  }
  return add_and_render(*opened, remark_from(options, Remark::Kind::kOverride), options.out);
}

int comment_command(const RemarkOptions& asked) {
  auto opened = open_for_remarks(asked.out);
  const auto chosen = opened ? for_one_of(*opened, asked) : std::nullopt;
  if (!chosen) {
    return kExitBadInput;
  }
  const RemarkOptions& options = *chosen;
  if (options.revoked == 0 && is_blank(options.text)) {
    complain("give --text, or --revoke with a comment's number");
    return kExitBadInput;
  }
  if (options.revoked != 0 && !comment_is_known(options, *opened->store)) {
    return kExitBadInput;
  }
  return add_and_render(*opened, remark_from(options, Remark::Kind::kComment), options.out);
}

}  // namespace warpschool::grader
