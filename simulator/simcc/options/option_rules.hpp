// The options that simcc knows, with what each one does (CUDA Compiler Driver NVCC manual, "Command
// Option Description").
#pragma once

#include "simcc/options/option_parser.hpp"

#include <span>
#include <string>

namespace warpschool::simcc {

/// How an option's value is written.
enum class OptionValue {
  kNone,      ///< -c
  kJoined,    ///< -O2, -Wall: the rest of the word
  kRequired,  ///< -o x, -o=x, --output-file x; glued on to the short name, -ox
  kSeparate   ///< -include x, --include=x: never glued on
};

struct OptionRule {
  const char* name;
  const char* short_name;  ///< null: there is none
  OptionValue value;
  void (*action)(OptionParser&, const std::string& value);
};

/// All of them; where one name begins another, the longer one comes first.
std::span<const OptionRule> option_rules();

}  // namespace warpschool::simcc
