// What a process and everything that it started are using: asked when a time limit is reached, to
// tell a program that worked all the time from one that a busy machine kept waiting.
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace warpschool::grader {

struct TreeUse {
  std::uint64_t cpu_ms = 0;  ///< user and system, of children that have ended as well
  bool asleep = true;  ///< every process waits for an event: none for a processor, none for a disk
};

/// Looks at /proc: zeros where it shows nothing.
TreeUse use_of_tree(pid_t root);

}  // namespace warpschool::grader
