// The two protections that a confined process has, each by a part of the kernel.
#pragma once

#include "warpschool/harness/confine.hpp"

namespace warpschool::harness {

/// The system call and what errno value it left. @throws NotConfined, always
[[noreturn]] void fail_to_confine(const char* what, int error);

/// Seccomp. @return whether build and kernel have it
bool can_forbid_calls();
/// Every thread's, from now on. @throws NotConfined
void forbid_calls(const Confinement& confinement);

/// Landlock. @return whether build and kernel have it
bool can_forbid_files();
/// On the simulator: all but system libraries, temporary folders and the module. With a driver: no
/// file, but a process with rules of its own can look into none without them, such as the
/// reference's worker, whose memory any process of the same user could write else.
/// @throws NotConfined
void forbid_files(const Confinement& confinement);

}  // namespace warpschool::harness
