// Does what a program said and did fit its expectation?
#pragma once

#include "expectation.hpp"

namespace warpschool::faults_test {

/// One run of a program.
struct Run {
  int status = 0;  ///< 128 + n if signal n ended it
  std::string out, errors;
  std::string json;  ///< the report for tools (WARPSCHOOL_REPORT_FILE); empty: there is none
};

/// What does not fit, one sentence each; empty: all does.
std::vector<std::string> complaints(const Expectation& expectation, const std::string& source_name,
                                    const Run& run);

/// The kinds of its faults, in order, as the report for tools has them.
std::vector<std::string> kinds_of(const Run& run);

}  // namespace warpschool::faults_test
