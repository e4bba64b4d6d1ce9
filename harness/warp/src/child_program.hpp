// Runs one program to its end.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::warp {

struct Program {
  std::vector<std::string> argv;         ///< argv[0] is a path, or is looked up in PATH
  std::filesystem::path folder;          ///< working directory; empty: ours
  std::vector<std::string> environment;  ///< "NAME=value", beside what we have
  bool capture = true;       ///< stdout and stderr into Outcome::output; else they are ours
  bool drop_errors = false;  ///< of what is captured: stdout alone
  std::string notice;        ///< said on our stderr, if that is a terminal, when it takes long
};

struct Outcome {
  int status = -1;     ///< exit status; 128 + the signal that ended it; 127: it did not start
  std::string output;  ///< in the order in which it came
};

Outcome run(const Program& program);

}  // namespace warpschool::warp
