// Writes the sample class as a report, to look at.
#include "report/report.hpp"
#include "sample_class.hpp"

#include <cstdio>
#include <string>
#include <string_view>

namespace {

using namespace warpschool::grader;

/// What strains a page: long names, right-to-left and control characters, markup, late and early
/// work, points by hand, comments.
ClassResult hard_class() {
  ClassResult result = sample_class();
  const std::string evil =
      "</script><script>alert(1)</script><img src=x onerror=alert(1)> & \"x\" \x1b[31m\x07 "
      "\xe2\x80\xae\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d\xe2\x80\xac ";
  result.students[0].name =
      "Wolfeschlegelsteinhausenbergerdorff-von-und-zu-Hubertus-Blaine, Adolphine Maximiliane";
  result.students[1].name = "\xd9\x86\xd9\x88\xd8\xb1 \xd8\xa7\xd9\x84\xd8\xaf\xd9\x8a\xd9\x86";
  result.students[2].name = evil;
  result.as_of = "2027-03-01T12:00:00Z";
  result.late_policy = "Late work loses 10 % of its points for each day begun.";
  for (std::size_t i = 0; i < result.students.size(); ++i) {
    StudentResult& student = result.students[i];
    student.comments = {{evil + std::string(200, 'w'), "kim", "2027-03-01T12:00:00Z"}};
    ExerciseResult& work = student.exercises[i % student.exercises.size()];
    work.time = {"2027-02-01T12:00:00Z", "2027-02-02T12:00:00Z", false, false, 2, 1, 0.5};
    work.by_hand = Override{3, evil, "kim", "2027-03-01T12:00:00Z"};
    work.comments = student.comments;
    student.exercises.back().time.early = true;
    student.early = {4, 8};
    work.source += "// " + evil + std::string(300, 'm') + "\n";
    work.notes.push_back(evil);
  }
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: report_sample <folder> [no-plots|large|hard]\n", stderr);
    return 2;
  }
  if (argc > 2 && std::string_view(argv[2]) == "no-plots") {
    write_report(sample_class(), argv[1], ReportOptions{});
  } else if (argc > 2 && std::string_view(argv[2]) == "hard") {
    write_report(hard_class(), argv[1]);
  } else if (argc > 2 && std::string_view(argv[2]) == "large") {
    write_report(large_class(300, 41), argv[1]);
  } else {
    write_report(sample_class(), argv[1]);
  }
  return 0;
}
