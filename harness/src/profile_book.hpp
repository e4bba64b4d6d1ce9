// What the kernels of a submission did in the longest question of each task (judge --profile).
#pragma once

#include <map>
#include <string>

namespace warpschool::harness {

class ProfileBook {
 public:
  /// Keeps the simulator's report if its launches took longer than those of this task before, and
  /// the faults of the first question that had some: a fault cuts its launch short.
  void note(int task, const std::string& check, const std::string& report);
  /// [{"task": 1, "check": "...", "report": {"launches": [...]}}]
  std::string json_text() const;

 private:
  struct Entry {
    std::string check, report;
    double time_us = 0;
    std::string faults = "[]";  ///< JSON
  };
  std::map<int, Entry> tasks_;
};

}  // namespace warpschool::harness
