// What the kernels of a submission did in the question of each task that has most work (judge
// --profile).
#pragma once

#include <map>
#include <string>
#include <utility>

namespace warpschool::harness {

class ProfileBook {
 public:
  /// Keeps the simulator's report if its launches executed more instructions than those of this
  /// task before, and the faults of the first question that had some: a fault cuts its launch
  /// short.
  void note(int task, const std::string& check, const std::string& report);
  /// [{"task": 1, "check": "...", "report": {"launches": [...]}}]
  std::string json_text() const;

 private:
  struct Entry {
    std::string check, report;
    std::pair<double, double> work{};  ///< thread instructions, then the time
    std::string faults = "[]";         ///< JSON
  };
  std::map<int, Entry> tasks_;
};

}  // namespace warpschool::harness
