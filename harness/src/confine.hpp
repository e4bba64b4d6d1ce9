// What a worker gives up before it loads a submission: system calls that reach other processes, and
// files that are none of its business.
#pragma once

#include <string>

namespace warpschool::harness {

/// Who is to be confined.
struct Confinement {
  std::string module;      ///< the submission: may be read and loaded
  bool simulated = false;  ///< no driver of a real GPU needs its devices and files
};

/// From now on this process and its threads can neither start processes nor signal, trace or read
/// others, and on the simulator they see system libraries, temporary folders and their own module
/// alone. What was opened before stays open. Never undone. What the kernel does not offer is left
/// out: the judge does not depend on it for a verdict.
void confine(const Confinement& confinement);

/// The files alone, for a simulated device that answers a submission: what is started afterwards
/// has them, too. The device's own folder is that of the runtime that is loaded.
void confine_files(const std::string& module);

/// Whether this build can forbid system calls (libseccomp).
bool can_forbid_calls();

}  // namespace warpschool::harness
