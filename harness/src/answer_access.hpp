// The only way into an answer's private parts: the judge's half of a question writes them.
#pragma once

#include "judge.hpp"
#include "simulator_report.hpp"
#include "warpschool/harness/answer.hpp"

#include <string>
#include <utility>

namespace warpschool::harness {

/// The only writer of an answer's private parts.
struct AnswerAccess {
  static Finding& trouble(AnswerBase& answer) { return answer.trouble_; }
  static std::string& output(AnswerBase& answer) { return answer.trouble_.output; }
  static void set_not_asked(AnswerBase& answer) { answer.not_asked_ = true; }
  static void set_question(AnswerBase& answer, std::string text) {
    answer.question_ = std::move(text);
  }
  static void set_print(AnswerBase& answer, std::string print) { answer.print_ = std::move(print); }
  static void set_printed(AnswerBase& answer, std::string text) {
    answer.printed_ = std::move(text);
  }
  static void set_wall(AnswerBase& answer, double wall_us) { answer.wall_us_ = wall_us; }
  static void set_report(AnswerBase& answer, const WorkerReport& report) {
    answer.function_ = report.function;
    answer.note_ = report.note;
    answer.elapsed_us_ = report.elapsed_us;
    answer.pause_us_ = report.pause_us;
    answer.exact_ = judge().simulated();
    answer.simulator_report_ = report.simulator_report;
    answer.waits_ = report.waits;
    answer.copies_ = copies_in(report.simulator_report, report.harness_copies);
  }
  static void set_beside(AnswerBase& answer, const BesideCalls& beside) { answer.beside_ = beside; }
  static void set_called(AnswerBase& answer, std::string names) {
    answer.called_ = std::move(names);
  }
  static const std::string& called(const AnswerBase& answer) { return answer.called_; }
  static void set_function(AnswerBase& answer, std::string name) {
    answer.function_ = std::move(name);
  }
};

}  // namespace warpschool::harness
