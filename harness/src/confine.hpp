// What a worker gives up before it loads a submission: system calls that reach other processes, and
// files that are none of its business.
#pragma once

#include <string>

namespace warpschool::harness {

/// Who is to be confined.
struct Confinement {
  std::string module;      ///< the submission: may be read and loaded
  bool simulated = false;  ///< no driver of a real GPU needs its devices and files
  bool is_device = false;  ///< becomes the simulated device of a submission (exec), which lies
                           ///< beside the runtime that is loaded; it sees what the submission sees
};

/// From now on this process and its threads can neither start processes nor signal, trace or read
/// others, and on the simulator they see system libraries, temporary folders and their own module
/// alone. What was opened before stays open. Never undone. What the kernel does not offer is left
/// out: the judge does not depend on it for a verdict.
void confine(const Confinement& confinement);

/// Whether this build can forbid system calls (libseccomp).
bool can_forbid_calls();

}  // namespace warpschool::harness
