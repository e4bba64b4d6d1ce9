// What a student asks warp for, one function a command; main.cpp reads the command line into it.
#pragma once

#include "progress.hpp"
#include "trace.hpp"
#include "tree.hpp"
#include "warpschool/screen/screen.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace warpschool::warp {

struct CheckOptions;

/// Bad input of the command line: said without "internal error".
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Session {
 public:
  /// @param argv0 as the shell called warp
  explicit Session(const char* argv0);

  bool verbose = false;
  bool build = true;
  std::string target;                  ///< an exercise's id or a file
  std::vector<std::string> arguments;  ///< for a program
  int task = 0;
  std::string page;  ///< where a page goes
  TraceOptions traced;
  int warp = -1;           ///< of the traced block
  bool all_steps = false;  ///< at once, not one by one

  void open();
  int map() const;
  int check();
  int watch();
  int hint();
  int reset();
  int profile();
  int trace();
  int run_program();

 private:
  const course::Exercise& chosen() const;
  CheckOptions options() const;
  std::string passed_text(const course::Exercise& exercise) const;
  std::filesystem::path page_for(const std::string& name, const char* what) const;
  bool colour() const { return screen::wants_colour(STDOUT_FILENO); }

  std::string program_;
  Tree tree_;
  Progress progress_;
};

}  // namespace warpschool::warp
