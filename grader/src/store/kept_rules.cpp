// Keeps the rules of scoring in the store's facts.
#include "store/kept_rules.hpp"

#include "store/result_json.hpp"

#include <chrono>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

constexpr const char* kFact = "scoring";

course::Time now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

course::Time time_from(const Json& json) {
  return course::parse_time(json.get<std::string>()).value_or(now());
}

/// Of a store that an older grader made: the moment when it graded last.
course::Time last_attempt(Store& store) {
  const std::vector<Attempt> attempts = store.attempts("");
  const auto at = attempts.empty() ? std::nullopt : course::parse_time(attempts.back().at);
  return at.value_or(now());
}

/// The course as far as a roster knows it: points and dates, no thresholds.
course::Course course_of(const ClassRoster& roster) {
  course::Course course;
  course.title = roster.course.title;
  course.term = roster.course.term;
  course.grading = roster.course.grading;
  for (const ExerciseInfo& info : roster.exercises) {
    if (course.modules.empty() || course.modules.back().id != info.module) {
      course.modules.push_back({info.module, info.module_title, {}});
    }
    course::Exercise exercise;
    exercise.id = info.id;
    exercise.title = info.title;
    exercise.module = info.module;
    exercise.bonus = info.bonus;
    const auto points = [&](const char* kind) {
      const auto found = info.points_of.find(kind);
      return found == info.points_of.end() ? 0 : found->second;
    };
    exercise.points = {points("correctness"), points("timing"), points("counters")};
    if (!info.due.empty()) {
      exercise.due = info.due;
    }
    course.modules.back().exercises.push_back(std::move(exercise));
  }
  return course;
}

std::string rules_text(const KeptRules& kept) {
  Json handed_in = Json::array();
  for (const auto& [whose, at] : kept.handed_in) {
    handed_in.push_back({whose.first, whose.second, course::to_text(at)});
  }
  const Json json = {{"course", kept.course},
                     {"course_file", kept.course_file},
                     {"policy", kept.policy},
                     {"policy_file", kept.policy_file},
                     {"as_of", course::to_text(kept.as_of)},
                     {"as_of_chosen", kept.as_of_chosen},
                     {"handed_in", handed_in}};
  return json.dump();
}

ScoreEntry entry_of(const StudentResult& student, const ExerciseResult& result) {
  ScoreEntry entry;
  entry.student = student.id;
  entry.exercise = result.exercise;
  entry.attempt = result.attempt;
  entry.status = to_string(result.status);
  entry.won = result.points.won;
  entry.possible = result.points.possible;
  entry.lost = result.time.lost;
  entry.early = result.time.early;
  entry.by_hand = result.by_hand.has_value();
  return entry;
}

}  // namespace

KeptRules kept_rules(Store& store) {
  KeptRules kept;
  const auto text = store.fact(kFact);
  if (!text) {
    kept.as_of = last_attempt(store);
    return kept;
  }
  const Json json = Json::parse(*text);
  kept.course = json.at("course").get<std::string>();
  kept.course_file = json.at("course_file").get<std::string>();
  kept.policy = json.at("policy").get<std::string>();
  kept.policy_file = json.at("policy_file").get<std::string>();
  kept.as_of = time_from(json.at("as_of"));
  kept.as_of_chosen = json.at("as_of_chosen").get<bool>();
  for (const Json& entry : json.at("handed_in")) {
    kept.handed_in[{entry.at(0).get<std::string>(), entry.at(1).get<std::string>()}] =
        time_from(entry.at(2));
  }
  return kept;
}

void keep_rules(Store& store, const KeptRules& kept) {
  store.set_fact(kFact, rules_text(kept));
}

void keep_class(Store& store, const ClassRoster& roster, const KeptRules& kept) {
  store.set_facts({{"roster", to_text(roster)}, {kFact, rules_text(kept)}});
}

Result<ScoreRules> rules_from(const KeptRules& kept, const ClassRoster& roster) {
  ScoreRules rules;
  rules.as_of = kept.as_of;
  rules.as_of_chosen = kept.as_of_chosen;
  rules.handed_in = kept.handed_in;
  if (kept.course.empty()) {
    rules.course = course_of(roster);
  } else {
    Result<course::Course> course = course::parse(kept.course, kept.course_file);
    if (!course) {
      return course.diagnostics();
    }
    rules.course = std::move(*course);
  }
  Result<course::Policy> policy = course::parse_policy(kept.policy, kept.policy_file, rules.course);
  if (!policy) {
    return policy.diagnostics();
  }
  rules.policy = std::move(*policy);
  return rules;
}

Arrivals arrivals(const ClassFolder& folder) {
  Arrivals times;
  for (const auto& [whose, submission] : folder.submissions) {
    if (submission.submitted_at && !submission.is_missing()) {
      times[whose] = *submission.submitted_at;
    }
  }
  return times;
}

std::size_t record_scores(Store& store, const ClassResult& result) {
  std::map<std::pair<std::string, std::string>, ScoreEntry> known;
  for (ScoreEntry& entry : store.scores()) {
    known[{entry.student, entry.exercise}] = std::move(entry);
  }
  std::size_t rescored = 0;
  std::vector<ScoreEntry> news;
  for (const StudentResult& student : result.students) {
    for (const ExerciseResult& exercise : student.exercises) {
      if (exercise.status == Verdict::kSkipped && !exercise.by_hand) {
        continue;  // not graded yet
      }
      const ScoreEntry entry = entry_of(student, exercise);
      const auto before = known.find({entry.student, entry.exercise});
      if (before != known.end() && before->second.attempt == entry.attempt &&
          before->second.same_score(entry)) {
        continue;
      }
      const bool same_work = before != known.end() && entry.attempt != 0 &&
                             before->second.attempt == entry.attempt &&
                             before->second.by_hand == entry.by_hand;
      if (same_work &&
          (before->second.won != entry.won || before->second.possible != entry.possible)) {
        ++rescored;
      }
      news.push_back(entry);
    }
  }
  store.add(news);
  return rescored;
}

}  // namespace warpschool::grader
