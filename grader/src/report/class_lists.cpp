// Gathers what the class page tells of people beside the table.
#include "report/class_lists.hpp"

#include "report/page_texts.hpp"
#include "report/words.hpp"
#include "result/grading.hpp"
#include "result/page_name.hpp"
#include "support/moment.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpschool::grader::report {
namespace {

/// "vector_add 2 days, transpose too late to count", or empty.
std::string late_works(const ClassResult& result, const StudentResult& student) {
  std::string works;
  for (std::size_t i = 0; i < student.exercises.size(); ++i) {
    const ExerciseResult& work = student.exercises[i];
    const bool marked =
        std::find(work.notes.begin(), work.notes.end(), kLateOnCanvas) != work.notes.end();
    if (work.time.days_late == 0 && !work.time.too_late && !marked) {
      continue;
    }
    works += (works.empty() ? "" : ", ") + result.exercises[i].id + " ";
    works += work.time.too_late        ? "too late to count"
             : work.time.days_late > 0 ? count_of(work.time.days_late, "day", "days")
                                       : "by Canvas' mark";
    works += work.time.lost > 0 ? fmt::format(" ({} points lost)", number(work.time.lost)) : "";
  }
  return works;
}

/// The first submission that was judged, if another one counts.
const PastSubmission* first_of(const ExerciseResult& result) {
  const auto judged =
      std::find_if(result.history.begin(), result.history.end(),
                   [](const PastSubmission& of) { return of.judged && is_judged(of.status); });
  return judged == result.history.end() || judged->counts ? nullptr : &*judged;
}

/// "vector_add 3 to 10 of 10, transpose 0 to 4 of 8", or empty.
std::string changed_works(const ClassResult& result, const StudentResult& student, Change change) {
  std::string works;
  for (std::size_t i = 0; i < student.exercises.size(); ++i) {
    const ExerciseResult& work = student.exercises[i];
    const PastSubmission* const first = first_of(work);
    if (first == nullptr || work.by_hand || !is_handed_in(work.status) || !is_judged(work.status)) {
      continue;
    }
    constexpr double kNothing = 0.005;
    const double now = work.points.won + work.time.lost;
    const double gain =
        change == Change::kBetter ? now - first->points.won : first->points.won - now;
    if (gain > kNothing) {
      works += fmt::format("{}{} {} to {} of {}", works.empty() ? "" : ", ", result.exercises[i].id,
                           number(first->points.won), number(now), number(work.points.possible));
    }
  }
  return works;
}

bool has_no_work(const StudentResult& student) {
  return std::none_of(
      student.exercises.begin(), student.exercises.end(),
      [](const ExerciseResult& work) { return is_handed_in(work.status) || work.by_hand; });
}

/// What is said of files that no exercise could take, or empty where there are none.
std::string why_nothing_counts(const StudentResult& student) {
  std::string why = fmt::format("{}", fmt::join(student.notes, " "));
  for (const ExerciseResult& work : student.exercises) {
    for (const std::string& note : work.notes) {
      why += (why.empty() ? "" : " ") + note;
    }
  }
  return why;
}

void add_row(List& rows, const StudentResult& student, const std::string& words) {
  if (!words.empty()) {
    rows.push_back(Object{{"listed", name_of(student)},
                          {"listed_link", page_link(student)},
                          {"words", clean(words)}});
  }
}

}  // namespace

std::string page_link(const StudentResult& student) {
  return "students/" + page_name(student.id);
}

List absent_rows(const ClassResult& result) {
  List rows;
  for (const StudentResult& student : result.students) {
    if (has_no_work(student) && why_nothing_counts(student).empty()) {
      rows.push_back(Object{{"listed", name_of(student)}, {"listed_link", page_link(student)}});
    }
  }
  return rows;
}

List uncounted_rows(const ClassResult& result) {
  List rows;
  for (const StudentResult& student : result.students) {
    add_row(rows, student, has_no_work(student) ? why_nothing_counts(student) : "");
  }
  return rows;
}

List renamed_rows(const ClassResult& result) {
  List rows;
  for (const StudentResult& student : result.students) {
    std::string words;
    for (const ExerciseResult& work : student.exercises) {
      for (const std::string& note : work.notes) {
        const bool is_about_names = note.find(kGradedAs) != std::string::npos;
        words += is_about_names ? (words.empty() ? "" : " ") + note : "";
      }
    }
    add_row(rows, student, words);
  }
  return rows;
}

List late_rows(const ClassResult& result) {
  List rows;
  for (const StudentResult& student : result.students) {
    add_row(rows, student, late_works(result, student));
  }
  return rows;
}

List by_hand_rows(const ClassResult& result) {
  List rows;
  for (const StudentResult& student : result.students) {
    for (const ExerciseResult& work : student.exercises) {
      if (work.by_hand) {
        add_row(rows, student, fmt::format("{}: {}", work.exercise, say(*work.by_hand)));
      }
    }
  }
  return rows;
}

List changed_rows(const ClassResult& result, Change change) {
  List rows;
  for (const StudentResult& student : result.students) {
    add_row(rows, student, changed_works(result, student, change));
  }
  return rows;
}

}  // namespace warpschool::grader::report
