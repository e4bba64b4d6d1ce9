// Writes JUnit XML.
#include "handout/handout.hpp"
#include "report/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace warpschool::grader {
namespace {

/// Text that XML may hold: control characters, which it forbids, are pictures after clean().
std::string text_of(const std::string& text) {
  return report::escape(report::clean(text));
}

/// An attribute's value: line breaks would become blanks.
std::string value_of(const std::string& text) {
  std::string value = text_of(text);
  for (std::size_t at = value.find('\n'); at != std::string::npos; at = value.find('\n', at)) {
    value.replace(at, 1, "&#10;");
  }
  return value;
}

/// "failure", "error", "skipped", or nothing for a pass.
std::string outcome_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPassed:
      return {};
    case Verdict::kInternalError:
    case Verdict::kBuildError:
      return "error";
    case Verdict::kInconclusive:
      return "skipped";
    default:
      return is_judged(verdict) ? "failure" : "skipped";
  }
}

struct Case {
  std::string name;
  Verdict verdict;
  std::string message;
  std::string output;
};

std::vector<Case> cases_of(const ExerciseResult& result) {
  std::vector<Case> cases;
  for (const CheckResult& check : result.checks) {
    const std::string task = check.task > 0 ? fmt::format("task {}: ", check.task) : "";
    const std::string hint = check.hint.empty() ? "" : "\n" + check.hint;
    cases.push_back({task + check.name, check.verdict, check.message + hint, check.output});
  }
  if (cases.empty()) {
    const std::string note = result.notes.empty() ? explain(result.status) : result.notes.front();
    cases.push_back(
        {"the submission", result.status, result.build_log.empty() ? note : result.build_log, ""});
  }
  return cases;
}

std::string case_text(const std::string& suite, const Case& one) {
  std::string inner;
  if (const std::string outcome = outcome_of(one.verdict); outcome == "skipped") {
    inner += fmt::format("      <skipped message=\"{}\"/>\n",
                         value_of(one.message.empty() ? explain(one.verdict) : one.message));
  } else if (!outcome.empty()) {
    const std::string first = one.message.substr(0, one.message.find('\n'));
    inner += fmt::format(
        "      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", outcome, to_string(one.verdict),
        value_of(first.empty() ? explain(one.verdict) : first), text_of(one.message));
  }
  if (!one.output.empty()) {
    inner += "      <system-out>" + text_of(one.output) + "</system-out>\n";
  }
  const std::string head = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\"",
                                       value_of(suite), value_of(one.name));
  return inner.empty() ? head + "/>\n" : head + ">\n" + inner + "    </testcase>\n";
}

std::string suite_text(const std::string& student, const ExerciseResult& result) {
  const std::vector<Case> cases = cases_of(result);
  const auto count = [&](const char* outcome) {
    return std::count_if(cases.begin(), cases.end(),
                         [&](const Case& one) { return outcome_of(one.verdict) == outcome; });
  };
  const std::string name = student + "." + result.exercise;
  std::string text = fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
      "time=\"0\">\n",
      value_of(name), cases.size(), count("failure"), count("error"), count("skipped"));
  for (const Case& one : cases) {
    text += case_text(name, one);
  }
  return text + "  </testsuite>\n";
}

}  // namespace

std::string to_junit(const ClassResult& result) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"" +
                     value_of(result.course.title) + "\">\n";
  for (const StudentResult& student : result.students) {
    for (const ExerciseResult& work : student.exercises) {
      if (report::is_handed_in(work.status)) {
        text += suite_text(student.id, work);
      }
    }
  }
  return text + "</testsuites>\n";
}

}  // namespace warpschool::grader
