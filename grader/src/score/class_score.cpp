// Scores a whole class.
#include "score/class_score.hpp"

#include "score/deadline.hpp"
#include "score/score.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

/// One student's result with what its points depend on.
struct Item {
  ExerciseResult* result = nullptr;
  bool bonus = false;
  std::optional<DueDate> due;
  std::optional<course::Time> handed_in;
};

std::optional<course::Time> handed_in_at(const ScoreRules& rules, const std::string& student,
                                         const std::string& exercise) {
  for (const course::HandedIn& entry : rules.policy.handed_in) {
    if (entry.student == student && entry.exercise == exercise) {
      return course::parse_time(entry.at);
    }
  }
  const auto known = rules.handed_in.find({student, exercise});
  return known == rules.handed_in.end() ? std::nullopt : std::optional(known->second);
}

/// What was not handed in and is not due yet is no loss; what was, counts apart.
void mind_the_date(Item& item, course::Time as_of) {
  ExerciseResult& result = *item.result;
  result.time = {};
  if (item.handed_in && result.status != Verdict::kMissing) {
    result.time.handed_in = course::to_text(*item.handed_in);
  }
  if (!item.due) {
    return;
  }
  result.time.due = item.due->text;
  if (item.due->at <= as_of) {
    return;
  }
  if (result.status == Verdict::kMissing) {
    result.status = Verdict::kNotDueYet;
    result.points = {0, 0};
  } else {
    result.time.early = true;
  }
}

/// Late days go to what was due first. They are not spent where there is nothing to lose. Returns
/// how many were spent; points are as they were.
unsigned reckon_delay(const std::vector<Item*>& items, const course::LatePolicy& late) {
  std::vector<Item*> delayed;
  for (Item* item : items) {
    if (!item->result->time.handed_in.empty() && item->due) {
      item->result->time.days_late = days_late(*item->handed_in, item->due->at, late);
      delayed.push_back(item);
    }
  }
  std::stable_sort(delayed.begin(), delayed.end(), [](const Item* left, const Item* right) {
    return left->due->at < right->due->at;
  });
  unsigned used = 0;
  for (Item* item : delayed) {
    Timeliness& time = item->result->time;
    const double won = item->result->points.won;
    time.too_late = is_too_late(*item->handed_in, item->due->at, late);
    if (time.too_late) {
      time.lost = won;
    } else if (points_lost(won, time.days_late, late) > 0) {
      time.late_days = std::min(time.days_late, static_cast<unsigned>(late.late_days) - used);
      used += time.late_days;
      time.lost = points_lost(won, time.days_late - time.late_days, late);
    }
  }
  return used;
}

/// Points by hand lose nothing, so no late day is spent on them. What they replace is what there
/// would be without them. Returns the late days that were spent.
unsigned mind_the_delay(std::vector<Item>& items, const course::LatePolicy& late) {
  std::vector<Item*> all, computed;
  for (Item& item : items) {
    all.push_back(&item);
    if (!item.result->by_hand) {
      computed.push_back(&item);
    }
  }
  reckon_delay(all, late);
  for (Item& item : items) {
    ExerciseResult& result = *item.result;
    if (result.by_hand && is_judged(result.status)) {
      result.by_hand->computed = to_cents(result.points.won - result.time.lost);
    }
    result.time.late_days = 0;
    result.time.lost = 0;
  }
  const unsigned used = reckon_delay(computed, late);
  for (Item* item : computed) {
    item->result->points.won = to_cents(item->result->points.won - item->result->time.lost);
  }
  return used;
}

using RemarkRange = std::vector<const Remark*>;  ///< those in force

std::vector<Comment> comments_of(const RemarkRange& remarks, const std::string& exercise) {
  std::vector<Comment> comments;
  for (const Remark* remark : remarks) {
    if (remark->kind == Remark::Kind::kComment && remark->exercise == exercise) {
      comments.push_back({remark->text, remark->by, remark->at});
    }
  }
  return comments;
}

void read_remarks(ExerciseResult& result, const RemarkRange& remarks) {
  result.comments = comments_of(remarks, result.exercise);
  result.by_hand.reset();
  for (const Remark* remark : remarks) {
    if (remark->kind == Remark::Kind::kOverride && remark->exercise == result.exercise) {
      result.by_hand = Override{*remark->points, remark->text, remark->by, remark->at};
    }
  }
}

/// A person decides on the whole exercise, also on what no machine could judge.
void take_points_by_hand(ExerciseResult& result, double worth) {
  if (result.by_hand) {
    forget_left_out(result);
    result.points = {to_cents(result.by_hand->points), worth};
    result.time.early = result.time.early || result.status == Verdict::kNotDueYet;
  }
}

void add_up(StudentResult& student, const std::vector<Item>& items) {
  student.points = student.early = {};
  for (const Item& item : items) {
    Score& sum = item.result->time.early ? student.early : student.points;
    sum.won += item.result->points.won;
    sum.possible += item.bonus ? 0 : item.result->points.possible;
  }
  for (Score* sum : {&student.points, &student.early}) {
    *sum = {to_cents(sum->won), to_cents(sum->possible)};
  }
}

void score_student(StudentResult& student, const std::vector<ExerciseInfo>& columns,
                   const ScoreRules& rules, const std::vector<Remark>& remarks) {
  RemarkRange own;
  for (const Remark& remark : remarks) {
    if (remark.student == student.id) {
      own.push_back(&remark);
    }
  }
  std::vector<Item> items;
  for (std::size_t i = 0; i < student.exercises.size(); ++i) {
    Item item{&student.exercises[i], columns.at(i).bonus, {}, {}};
    if (item.result->status == Verdict::kNotDueYet) {
      item.result->status = Verdict::kMissing;
    }
    if (const course::Exercise* exercise = rules.course.find(item.result->exercise)) {
      score_result(*item.result, *exercise);
      item.due = due_date(*exercise, rules.policy, student.id);
      item.handed_in = handed_in_at(rules, student.id, exercise->id);
    }
    mind_the_date(item, rules.as_of);
    read_remarks(*item.result, own);
    items.push_back(std::move(item));
  }
  student.late_days_used = mind_the_delay(items, late_policy(rules));
  for (std::size_t i = 0; i < items.size(); ++i) {
    take_points_by_hand(*items[i].result, columns[i].points);
  }
  student.comments = comments_of(own, "");
  add_up(student, items);
}

void score_column(ExerciseInfo& info, const ScoreRules& rules) {
  const course::Exercise* exercise = rules.course.find(info.id);
  if (exercise == nullptr) {
    return;
  }
  info.title = exercise->title;
  info.points = exercise->points.total();
  info.bonus = exercise->bonus;
  info.points_of.clear();
  for (const course::Kind kind :
       {course::Kind::kCorrectness, course::Kind::kTiming, course::Kind::kCounters}) {
    if (exercise->points.of(kind) > 0) {
      info.points_of[course::to_string(kind)] = exercise->points.of(kind);
    }
  }
  const std::optional<DueDate> due = due_date(*exercise, rules.policy, "");
  info.due = due ? due->text : "";
  info.is_due = !due || due->at <= rules.as_of;
}

}  // namespace

const course::LatePolicy& late_policy(const ScoreRules& rules) {
  static const course::LatePolicy kNone;
  return rules.policy.late ? *rules.policy.late : rules.course.late ? *rules.course.late : kNone;
}

void score_class(ClassResult& result, const ScoreRules& rules, const std::vector<Remark>& remarks) {
  result.course.grading = rules.course.grading;
  if (!rules.policy.term.empty()) {
    result.course.term = rules.policy.term;
  }
  result.as_of = rules.as_of_chosen ? course::to_text(rules.as_of) : "";
  result.late_policy = explain(late_policy(rules));
  result.late_days = static_cast<unsigned>(late_policy(rules).late_days);
  for (ExerciseInfo& info : result.exercises) {
    score_column(info, rules);
  }
  const std::vector<Remark> valid = in_force(remarks);
  for (StudentResult& student : result.students) {
    score_student(student, result.exercises, rules, valid);
  }
}

}  // namespace warpschool::grader
