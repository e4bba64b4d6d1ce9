// What is said when the program ends: leaks, errors that nobody looked at, the report file, and the
// exit status (docs/REPORT_FORMAT.md, "Exit status").
#pragma once

namespace warpschool::sim::runtime {

/// The exit status of a program that would exit with 0 although a fault was reported.
inline constexpr int kFaultExitStatus = 86;

class Runtime;

/// A signal ends the program. A copy of this process reports what is reported at a program's end.
/// So neither a broken heap nor a lock nor a small signal stack keeps the program from ending as it
/// must. For signal handlers: allocates nothing.
/// @param tell records `what` first; may be nullptr.
void report_before_death(void (*tell)(Runtime&, const void*) = nullptr, const void* what = nullptr);

}  // namespace warpschool::sim::runtime
