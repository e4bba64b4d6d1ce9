// The host side of a source, compiled and linked while its device side is being compiled: clang
// reads the PTX when it has parsed the source, and finds it in a pipe.
#pragma once

#include "simcc/process/child_process.hpp"

#include <memory>
#include <string>
#include <vector>

namespace warpschool::simcc {

class HostPass {
 public:
  /// Where the command has to find the PTX: a name for the pipe. Empty: there is none, and no pass.
  const std::string& ptx() const { return name_; }

  HostPass();
  ~HostPass();
  HostPass(const HostPass&) = delete;
  HostPass& operator=(const HostPass&) = delete;

  /// @param temporary a folder for what is left if it is stopped.
  void start(const std::vector<std::string>& words, const std::string& temporary);
  /// Hands the PTX over and waits for the end.
  /// @return false: it could not be handed over, and all has to be done again.
  bool finish(const std::string& ptx, ProcessOutcome& outcome);
  /// Ends it: its result is not wanted.
  void stop();

 private:
  void close_write_end();

  int read_end_ = -1, write_end_ = -1;
  std::string name_;
  std::unique_ptr<ChildProcess> process_;
};

}  // namespace warpschool::simcc
