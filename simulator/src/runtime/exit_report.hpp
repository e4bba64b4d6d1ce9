// What is said when the program ends: leaks, errors that nobody looked at, the report file, and the
// exit status (docs/SIMULATOR.md, "Reports").
#pragma once

namespace warpschool::sim::runtime {

/// The exit status of a program that would exit with 0 although a fault was reported.
inline constexpr int kFaultExitStatus = 86;

/// A signal ends the program: what can still be written is written.
void report_before_death();

}  // namespace warpschool::sim::runtime
