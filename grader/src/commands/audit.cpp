// grader audit: every row that led to one student's grade, in order.
#include "commands/commands.hpp"
#include "commands/scoring.hpp"
#include "commands/student_names.hpp"
#include "report/words.hpp"
#include "result/grading.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <set>

namespace warpschool::grader {
namespace {

/// What an audit is about.
struct Audit {
  const ClassResult& result;
  const StudentResult& student;
  const std::vector<Attempt> attempts;
  const std::vector<ScoreEntry> scores;
  const std::vector<Remark> remarks;
};

/// Enough of a hash to tell two apart.
std::string brief(const std::string& hash) {
  constexpr std::size_t kDigits = 10;
  return hash.substr(0, kDigits);
}

/// Somebody's words within a row: a line break would begin what looks like another one.
std::string in_row(const std::string& words) {
  std::string row;
  for (const char c : report::clean(words)) {
    row += c == '\n' ? "\\n" : std::string(1, c);
  }
  return row;
}

/// What happened, and when.
struct Event {
  std::string at;
  std::string what;
};

/// The row of the store, who was judged in its place, and whether it counts.
std::string say(const Attempt& attempt, bool counts) {
  std::string what = fmt::format("attempt {}: {} {:g}/{:g} (files {}, rules {}, environment {})",
                                 attempt.number, attempt.status, attempt.points.won,
                                 attempt.points.possible, brief(attempt.key.files),
                                 brief(attempt.key.rules), brief(attempt.key.environment));
  if (attempt.same_as != 0) {
    what += fmt::format(", same files as another submission: judged once, as attempt {} of {}",
                        attempt.same_as, attempt.same_as_whose);
  }
  what += attempt.handed_in.empty() ? "" : ", handed in " + attempt.handed_in;
  return what + (counts ? "  <- counts" : "");
}

/// `counts` is the number of the attempt that does.
void add_attempts(const Audit& audit, const std::string& exercise, std::int64_t counts,
                  std::vector<Event>& events) {
  for (const Attempt& attempt : audit.attempts) {
    if (attempt.key.exercise == exercise) {
      events.push_back({attempt.at, say(attempt, attempt.number == counts)});
    }
  }
}

/// What was handed in, whether or not it was judged, and which of it counts why.
void print_history(const ExerciseResult& result) {
  for (const PastSubmission& submission : result.history) {
    const std::string when = !submission.handed_in.empty() ? submission.handed_in
                             : submission.place.empty()
                                 ? "at a time that the platform does not tell"
                                 : in_row(submission.place);
    const std::string files = submission.files.empty()
                                  ? std::string()
                                  : fmt::format(", files {}", brief(submission.files));
    const bool judged = submission.judged || submission.counts;
    fmt::print("    handed in {}{}: {}{}\n", when, files, judged ? "" : "not judged, ",
               why_it_counts(submission, result.history));
  }
}

void add_scores(const Audit& audit, const std::string& exercise, std::vector<Event>& events) {
  for (const ScoreEntry& entry : audit.scores) {
    if (entry.exercise != exercise) {
      continue;
    }
    std::string what = fmt::format("scored: {} {:g}/{:g}", entry.status, entry.won, entry.possible);
    what += entry.attempt != 0 ? fmt::format(", attempt {}", entry.attempt) : "";
    what += entry.lost > 0 ? fmt::format(", {:g} lost for lateness", entry.lost) : "";
    what += entry.early ? ", early" : "";
    what += entry.by_hand ? ", given by hand" : "";
    events.push_back({entry.at, what});
  }
}

void add_remarks(const Audit& audit, const std::string& exercise, std::vector<Event>& events) {
  for (const Remark& remark : audit.remarks) {
    if (remark.student != audit.student.id || remark.exercise != exercise) {
      continue;
    }
    const bool by_hand = remark.kind == Remark::Kind::kOverride;
    std::string what = fmt::format("{} {} by {}", by_hand ? "override" : "comment", remark.number,
                                   in_row(remark.by));
    if (by_hand) {
      what += remark.points ? fmt::format(", {:g} points", *remark.points) : ", revoked";
    } else if (remark.revokes != 0) {
      what += fmt::format(", takes back {}", remark.revokes);
    }
    events.push_back({remark.at, what + (remark.text.empty() ? "" : ": " + in_row(remark.text))});
  }
}

std::vector<Event> events_of(const Audit& audit, const std::string& exercise, std::int64_t counts) {
  std::vector<Event> events;
  add_attempts(audit, exercise, counts, events);
  add_remarks(audit, exercise, events);
  add_scores(audit, exercise, events);
  return events;
}

void print_in_order(std::vector<Event> events) {
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& left, const Event& right) { return left.at < right.at; });
  for (const Event& event : events) {
    fmt::print("  {}  {}\n", event.at, event.what);
  }
}

/// How the points of now come about.
void print_reckoning(const ExerciseResult& result, const ExerciseInfo& info) {
  for (const CheckResult& check : result.checks) {
    fmt::print("    {:<12} {:>5g}/{:<5g} {}: {}{}\n", to_string(check.verdict), check.points.won,
               check.points.possible, check.kind, check.name,
               check.ratio && check.threshold
                   ? fmt::format(" (ratio {:.4g}, full from {:g})", *check.ratio, *check.threshold)
                   : "");
  }
  for (const std::string& sentence : time_sentences(result)) {
    fmt::print("    {}\n", sentence);
  }
  if (result.by_hand) {
    fmt::print("    {}\n", in_row(say(*result.by_hand)));
  }
  if (result.has_points()) {
    fmt::print("    = {:g} of {:g} points{}{}\n", result.points.won, result.points.possible,
               info.bonus ? ", bonus" : "", result.time.early ? ", extra until it is due" : "");
  } else {
    fmt::print("    = {}: counts neither for nor against\n", to_string(result.status));
  }
}

/// "  extension until 2027-02-02T20:00:00Z: ill"
void print_extensions(const course::Policy& policy, const std::string& student,
                      const std::string& exercise) {
  for (const course::Extension& extension : policy.extensions) {
    if (extension.student == student &&
        (extension.exercise.empty() || extension.exercise == exercise)) {
      fmt::print("  extension {}{}{}\n",
                 extension.until ? "until " + *extension.until
                                 : fmt::format("by {:g} days", extension.days),
                 extension.why.empty() ? "" : ": ", in_row(extension.why));
    }
  }
}

/// "  handed in 2027-02-02T20:00:00Z, says the policy (terms/2027.yaml:3:5)"
void print_told_arrivals(const course::Policy& policy, const std::string& file,
                         const std::string& student, const std::string& exercise) {
  for (const course::HandedIn& entry : policy.handed_in) {
    if (entry.student == student && entry.exercise == exercise) {
      fmt::print("  handed in {}, says the policy, which goes before the platform ({}:{}:{})\n",
                 entry.at, file, entry.place.line, entry.place.column);
      return;
    }
  }
}

/// What is told of files that do not count, of names and lateness.
void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    fmt::print("  note: {}\n", in_row(note));
  }
}

void print_exercise(const Audit& audit, const ScoreRules& rules, const std::string& policy_file,
                    const ExerciseResult& result, const ExerciseInfo& info) {
  fmt::print("\n{} ({:g} points{})\n", info.id, info.points,
             result.time.due.empty() ? "" : ", due " + result.time.due);
  print_extensions(rules.policy, audit.student.id, info.id);
  print_told_arrivals(rules.policy, policy_file, audit.student.id, info.id);
  print_in_order(events_of(audit, info.id, result.attempt));
  print_history(result);
  print_notes(result.notes);
  print_reckoning(result, info);
}

/// Nothing has happened to it yet: no attempt, no remark, and there is time.
bool is_untouched(const Audit& audit, const ExerciseResult& result) {
  const auto about = [&](const auto& entry) { return entry.exercise == result.exercise; };
  return result.is_to_come() && result.notes.empty() &&
         std::none_of(audit.attempts.begin(), audit.attempts.end(),
                      [&](const Attempt& attempt) { return about(attempt.key); }) &&
         std::none_of(audit.remarks.begin(), audit.remarks.end(), [&](const Remark& remark) {
           return remark.student == audit.student.id && about(remark);
         });
}

void print_audit(const Audit& audit, const ScoreRules& rules, const KeptRules& kept) {
  const StudentResult& student = audit.student;
  fmt::print("{}\ncourse {} {}, as of {}\n", student.id, audit.result.course.title,
             audit.result.course.version, course::to_text(rules.as_of));
  fmt::print("course.yaml: {}\npolicy: {}\n",
             kept.course.empty() ? "not kept by the older grader" : kept.course_file,
             kept.policy_file.empty() ? "none" : kept.policy_file);
  if (!audit.result.late_policy.empty()) {
    fmt::print("{}\n", audit.result.late_policy);
  }
  print_notes(student.notes);
  std::string later;
  for (std::size_t i = 0; i < student.exercises.size(); ++i) {
    if (is_untouched(audit, student.exercises[i])) {
      later += (later.empty() ? "" : ", ") + student.exercises[i].exercise;
    } else {
      print_exercise(audit, rules, kept.policy_file, student.exercises[i],
                     audit.result.exercises[i]);
    }
  }
  if (!later.empty()) {
    fmt::print("\nnot due yet, and never handed in: {}\n", later);
  }
  fmt::print("\ntotal\n");
  std::vector<Event> events;
  add_remarks(audit, "", events);
  print_in_order(std::move(events));
  if (student.late_days_used > 0) {
    fmt::print("  late days used: {} of {}\n", student.late_days_used, audit.result.late_days);
  }
  const double percent = percent_of(student.points);
  const std::string grade = grade_for(audit.result.course, percent);
  fmt::print("  {:g} of {:g} points due: {:g} %{}\n", student.points.won, student.points.possible,
             percent, grade.empty() ? "" : ", grade " + grade);
  if (student.early.won > 0 || student.early.possible > 0) {
    fmt::print("  {:g} of {:g} points handed in early, no part of the percentage yet\n",
               student.early.won, student.early.possible);
  }
}

/// Of somebody who is not in the class any more: what the store has, and no points.
void print_rows(const Audit& audit) {
  fmt::print("{}\nis not in what was graded last: nothing of this counts\n", audit.student.id);
  std::set<std::string> exercises;
  for (const Attempt& attempt : audit.attempts) {
    exercises.insert(attempt.key.exercise);
  }
  for (const ScoreEntry& entry : audit.scores) {
    if (entry.status != to_string(Verdict::kNotDueYet)) {
      exercises.insert(entry.exercise);
    }
  }
  for (const Remark& remark : audit.remarks) {
    if (remark.student == audit.student.id) {
      exercises.insert(remark.exercise);
    }
  }
  for (const std::string& exercise : exercises) {
    fmt::print("\n{}\n", exercise.empty() ? "to the student as a whole" : exercise);
    print_in_order(events_of(audit, exercise, 0));
  }
}

}  // namespace

int audit_command(const std::filesystem::path& out, const std::string& asked) {
  auto opened = open_class(out);
  const auto called =
      opened ? student_called(asked, known_students(*opened), opened->roster.people) : std::nullopt;
  if (!called) {
    return kExitBadInput;
  }
  const std::string& student = *called;
  const auto rules = understood(opened->kept, opened->roster);
  if (!rules) {
    return kExitBadInput;
  }
  Store& store = *opened->store;
  const ClassResult result = scored_class(opened->roster, *rules, store);
  const auto found = std::find_if(result.students.begin(), result.students.end(),
                                  [&](const StudentResult& of) { return of.id == student; });
  const StudentResult nobody{student, student, {}, {}};
  const bool is_there = found != result.students.end();
  const Audit audit{result, is_there ? *found : nobody, store.attempts(student),
                    store.score_history(student), store.remarks()};
  if (is_there) {
    print_audit(audit, *rules, opened->kept);
  } else {
    print_rows(audit);
  }
  return kExitDone;
}

}  // namespace warpschool::grader
