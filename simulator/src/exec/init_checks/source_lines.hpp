// Lines of the guest's source, where it can be read.
#pragma once

#include "warpschool/sim/types.hpp"

#include <map>
#include <string>
#include <vector>

namespace warpschool::sim {

/// Reads each file once.
class SourceLines {
 public:
  /// Text of a line, counted from 1; nullptr: no such file or line.
  const std::string* line(const std::string& file, unsigned number);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace warpschool::sim
