// What happens between fork and exec: descriptors, limits, the way into a cgroup.
#pragma once

#include "process/process.hpp"

#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace warpschool::grader {

/// All that the child needs, made before the fork: between fork and exec it may not allocate.
struct ChildPlan {
  std::vector<char*> argv;
  std::vector<char*> environment;
  std::string program;
  const char* folder = nullptr;
  std::vector<std::pair<int, rlim_t>> limits;
  int input = -1;
  int output = -1;
  int result = -1;
  int failure = -1;  ///< where errno goes if the program does not start
  int cgroup = -1;   ///< the entrance of its cgroup
  int keeper = -1;
  pid_t parent = 0;
};

/// Of the strings, which have to stay; null at the end.
std::vector<char*> pointers_to(const std::vector<std::string>& words);

/// Like execvpe: a bare name is looked up in the PATH of the given environment.
std::string find_program(const Command& command);

/// As setrlimit takes them.
std::vector<std::pair<int, rlim_t>> resource_limits(const ProcessLimits& limits);

/// Runs in the forked child: async-signal-safe calls only.
[[noreturn]] void become_program(const ChildPlan& plan);

}  // namespace warpschool::grader
