// What was measured of a task, beside what is asked of it.
#pragma once

#include "warpschool/course/course.hpp"
#include "warpschool/screen/screen.hpp"
#include "warpschool/screen/tasks.hpp"

#include <string>
#include <vector>

namespace warpschool::screen {

/// "2.9 times as fast, 2.5 needed" of a task whose goals of time are met; empty if it has none.
std::string speeds(const Task& task);

/// "2.9 times as fast as the reference; full points at 2.5".
std::string race_text(const Check& check);

/// Times and counters of passed tasks, a line each, with their goals; empty if there are none.
std::string measured_text(const std::vector<Task>& tasks,
                          const std::vector<course::CounterRule>& rules, const Look& look);

}  // namespace warpschool::screen
