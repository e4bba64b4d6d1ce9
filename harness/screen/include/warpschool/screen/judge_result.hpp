// A judge's result file (docs/formats.md) as data: what the screen is made of.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::screen {

/// The message of a check that is skipped because an earlier one hung.
inline constexpr const char* kNotAsked = "Not asked: an earlier check did not come to an end.";

/// A fault of the simulator, as far as a screen shows it.
struct Fault {
  std::string kind;
  std::string text;          ///< what happened and how to mend it
  std::string file;          ///< without folders
  std::string source;        ///< that line of it
  int line = 0, column = 0;  ///< from 1; 0: not known
  std::string cause = {};    ///< what is special about it of its kind; empty: nothing
};

/// One TEST_CASE.
struct Check {
  std::string name;
  int task = 0;         ///< 0: of no single task
  std::string kind;     ///< "correctness", "timing", "counters"
  std::string verdict;  ///< as the result file spells it
  double won = 0, possible = 0;
  bool withheld = false;  ///< it wins nothing because the answers of its task are wrong
  std::string message, hint, output;
  std::vector<std::string> notes;
  std::optional<double> ratio, threshold;
  std::map<std::string, double> counters;
  std::vector<Fault> faults;

  bool passed() const { return verdict == "passed"; }
  bool skipped() const { return verdict == "skipped"; }
  bool failed() const { return !passed() && !skipped(); }
  /// Left out because an earlier check hung: its points are not won, but they are there.
  bool not_asked() const { return skipped() && message == kNotAsked; }
  bool counts() const { return !skipped() || not_asked(); }
  /// Ended by a crash, hang, race or the like, or not judged for an internal error: what else the
  /// task's checks say follows from it.
  bool is_fault() const;
};

struct JudgeResult {
  std::string exercise, backend, device;
  std::string seed;
  bool complete = false;
  std::vector<Check> checks;

  double won() const;
  double possible() const;  ///< what this machine cannot judge is not counted
};

/// Nothing if the text is no result.
std::optional<JudgeResult> read_result(const std::string& text);

/// Takes the points of time and counters of tasks whose answers are wrong: for results that were
/// put together of several judges'.
void withhold_points(JudgeResult& result);

/// How bad a verdict is, 0 the worst; words that nobody knows are as bad as internal errors.
int rank_of_verdict(const std::string& verdict);

/// Results of several backends as one: a check that two of them judged has the worse verdict and
/// the fewer points.
JudgeResult merged(std::vector<JudgeResult> results);

}  // namespace warpschool::screen
