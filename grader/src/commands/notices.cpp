// Finds what somebody should look at after a run.
#include "commands/notices.hpp"

#include "result/grading.hpp"
#include "score/score.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace warpschool::grader {
namespace {

constexpr std::size_t kMostNames = 12;

bool is_in_class(const ClassResult& result, const std::string& student) {
  return std::any_of(result.students.begin(), result.students.end(),
                     [&](const StudentResult& of) { return of.id == student; });
}

/// Who has something for this exercise, judged or still to be judged.
std::set<std::string> who_has(const ClassResult& result, std::size_t column) {
  std::set<std::string> students;
  for (const StudentResult& student : result.students) {
    const ExerciseResult& own = student.exercises[column];
    if (own.attempt != 0 || own.status == Verdict::kSkipped) {
      students.insert(student.id);
    }
  }
  return students;
}

void add_strangers(const ClassResult& result, const course::Policy& policy, const std::string& file,
                   std::vector<std::string>& sentences) {
  const auto look_at = [&](const std::string& student, const course::Place& place) {
    if (!is_in_class(result, student)) {
      sentences.push_back(
          fmt::format("{}:{}:{}: nobody in the class is called \"{}\"; the entry has no effect",
                      file, place.line, place.column, student));
    }
  };
  for (const course::Extension& extension : policy.extensions) {
    look_at(extension.student, extension.place);
  }
  for (const course::HandedIn& entry : policy.handed_in) {
    look_at(entry.student, entry.place);
  }
}

/// "9 points for vector_add", "a comment on vector_add", "a comment"
std::string brief(const Remark& remark) {
  if (remark.kind == Remark::Kind::kOverride) {
    return fmt::format("{:g} points by hand for {}", *remark.points, remark.exercise);
  }
  return remark.exercise.empty() ? "a comment" : "a comment on " + remark.exercise;
}

void add_orphans(const ClassResult& result, const std::vector<Remark>& remarks,
                 std::vector<std::string>& sentences) {
  std::map<std::string, std::vector<std::string>> orphans;  // by student
  for (const Remark& remark : in_force(remarks)) {
    if (!is_in_class(result, remark.student)) {
      orphans[remark.student].push_back(brief(remark));
    }
  }
  for (const auto& [student, what] : orphans) {
    sentences.push_back(fmt::format(
        "nobody in the class is called \"{0}\", so this has no effect: {1}. If the id has changed, "
        "grade with the roster of before, or give the new id the same by override and comment; "
        "grader audit {0} shows it, and --revoke takes it back",
        student, fmt::join(what, ", ")));
  }
}

void add_excess(const ClassResult& result, std::vector<std::string>& sentences) {
  for (const StudentResult& student : result.students) {
    for (std::size_t i = 0; i < student.exercises.size(); ++i) {
      const ExerciseResult& own = student.exercises[i];
      const double worth = result.exercises[i].points;
      if (own.by_hand && own.by_hand->points > worth) {
        sentences.push_back(fmt::format(
            "{} has {:g} points by hand for {}, more than the {:g} that it is worth: grader "
            "override gives others",
            student.id, to_cents(own.by_hand->points), own.exercise, worth));
      }
    }
  }
}

/// Canvas says that something was late and not how late: without a time nothing is taken off.
void add_untimed(const ClassResult& result, std::vector<std::string>& sentences) {
  std::vector<LostResult> untimed;
  for (std::size_t i = 0; i < result.exercises.size() && !result.late_policy.empty(); ++i) {
    for (const StudentResult& student : result.students) {
      const ExerciseResult& own = student.exercises[i];
      const bool marked =
          std::find(own.notes.begin(), own.notes.end(), kLateOnCanvas) != own.notes.end();
      if (marked && own.time.handed_in.empty() && !own.by_hand) {
        untimed.push_back({own.exercise, student.id});
      }
    }
  }
  if (!untimed.empty()) {
    sentences.push_back(fmt::format(
        "Canvas marks as late, but tells no time, so that the late policy takes nothing off: {}. "
        "handed_in: in the file of --policy gives the times",
        listed(untimed)));
  }
}

}  // namespace

std::vector<LostResult> lost_results(const ClassResult& result,
                                     const std::vector<Attempt>& attempts) {
  std::vector<LostResult> lost;
  for (std::size_t i = 0; i < result.exercises.size(); ++i) {
    std::set<std::string> told = who_has(result, i);
    for (const Attempt& attempt : attempts) {
      if (attempt.key.exercise == result.exercises[i].id &&
          attempt.status != to_string(Verdict::kInternalError) &&
          told.insert(attempt.key.student).second) {
        lost.push_back({attempt.key.exercise, attempt.key.student});
      }
    }
  }
  return lost;
}

std::vector<LostResult> still_scored(const std::vector<LostResult>& lost,
                                     const std::vector<ScoreEntry>& scores) {
  std::set<std::pair<std::string, std::string>> scored;
  for (const ScoreEntry& entry : scores) {
    if (entry.attempt != 0) {
      scored.insert({entry.student, entry.exercise});
    }
  }
  std::vector<LostResult> news;
  std::copy_if(lost.begin(), lost.end(), std::back_inserter(news), [&](const LostResult& one) {
    return scored.count({one.student, one.exercise}) > 0;
  });
  return news;
}

std::string listed(const std::vector<LostResult>& lost) {
  std::vector<std::string> exercises;
  for (auto first = lost.begin(); first != lost.end();) {
    const auto end = std::find_if(first, lost.end(), [&](const LostResult& other) {
      return other.exercise != first->exercise;
    });
    std::string names;
    const auto count = static_cast<std::size_t>(end - first);
    for (std::size_t i = 0; i < std::min(count, kMostNames); ++i) {
      names += (i == 0 ? "" : ", ") + first[static_cast<std::ptrdiff_t>(i)].student;
    }
    names += count > kMostNames ? fmt::format(" and {} more", count - kMostNames) : "";
    exercises.push_back(fmt::format("{} of {}", first->exercise, names));
    first = end;
  }
  return fmt::format("{}", fmt::join(exercises, "; "));
}

std::vector<ChangedScore> changed_scores(const ClassResult& result,
                                         const std::vector<ScoreEntry>& before) {
  constexpr double kNothing = 0.005;
  std::map<std::pair<std::string, std::string>, const ScoreEntry*> known;
  for (const ScoreEntry& entry : before) {
    if (entry.attempt != 0 || entry.by_hand) {
      known[{entry.student, entry.exercise}] = &entry;
    }
  }
  std::vector<ChangedScore> changed;
  for (const StudentResult& student : result.students) {
    for (const ExerciseResult& own : student.exercises) {
      const auto entry = known.find({student.id, own.exercise});
      if (entry != known.end() && std::abs(entry->second->won - own.points.won) > kNothing) {
        changed.push_back({own.exercise, student.id, entry->second->won, own.points.won});
      }
    }
  }
  return changed;
}

std::string listed(const std::vector<ChangedScore>& changed) {
  std::string text;
  for (std::size_t i = 0; i < std::min(changed.size(), kMostNames); ++i) {
    const ChangedScore& one = changed[i];
    text += fmt::format("{}{}: {} {:g} to {:g}", i == 0 ? "" : "; ", one.student, one.exercise,
                        to_cents(one.before), to_cents(one.now));
  }
  return changed.size() > kMostNames
             ? text + fmt::format("; and {} more", changed.size() - kMostNames)
             : text;
}

std::size_t noisy_results(const ClassResult& result) {
  std::size_t noisy = 0;
  for (const StudentResult& student : result.students) {
    noisy += static_cast<std::size_t>(
        std::count_if(student.exercises.begin(), student.exercises.end(), is_to_be_measured_again));
  }
  return noisy;
}

std::vector<std::string> gone_exercises(const ClassResult& result,
                                        const std::vector<Attempt>& attempts) {
  std::map<std::string, std::set<std::string>> gone;  // students by exercise
  for (const Attempt& attempt : attempts) {
    gone[attempt.key.exercise].insert(attempt.key.student);
  }
  for (const ExerciseInfo& info : result.exercises) {
    gone.erase(info.id);
  }
  std::vector<std::string> sentences;
  sentences.reserve(gone.size());
  for (const auto& [exercise, students] : gone) {
    sentences.push_back(fmt::format(
        "the course has no {} any more: {} of it, graded before, {}. If it has another name now, "
        "its files are judged under that; grader audit shows what the store has",
        exercise, students.size() == 1 ? "one result" : fmt::format("{} results", students.size()),
        students.size() == 1 ? "counts no more" : "count no more"));
  }
  return sentences;
}

std::vector<std::string> course_news(const course::Course& course, const std::string& file,
                                     const ClassRoster& roster) {
  std::vector<std::string> sentences;
  std::set<std::string> known;
  for (const ExerciseInfo& info : roster.exercises) {
    known.insert(info.id);
    if (course.find(info.id) == nullptr) {
      sentences.push_back(fmt::format(
          "{} is in {} no more: what was graded of it counts until the next grade, and not from "
          "then on. Under another name it is another exercise, which grade judges anew",
          info.id, file));
    }
  }
  for (const course::Exercise* exercise : course.exercises()) {
    if (known.count(exercise->id) == 0) {
      sentences.push_back(
          fmt::format("{} is new in {}: the next grade takes it in", exercise->id, file));
    }
  }
  return sentences;
}

std::vector<std::string> doubts(const ClassResult& result, const ScoreRules& rules,
                                const KeptRules& kept, const std::vector<Remark>& remarks) {
  std::vector<std::string> sentences;
  add_strangers(result, rules.policy, kept.policy_file, sentences);
  add_orphans(result, remarks, sentences);
  add_excess(result, sentences);
  add_untimed(result, sentences);
  return sentences;
}

}  // namespace warpschool::grader
