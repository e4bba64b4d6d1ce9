// A fault as a person reads it on standard error.
#pragma once

#include "warpschool/sim/fault.hpp"

#include <string>

namespace warpschool::sim::runtime {

/// The line of source that `where` names, without its line break; empty if it cannot be read.
std::string source_line(const SourceLocation& where);

/// The quoted line with its number and, below, a caret under its column; empty if it cannot be
/// read.
std::string quotation(SourceLocation where);

/// Headline, place, the quoted line with a caret under its column, and the explanation.
std::string fault_text(const Fault& fault);

}  // namespace warpschool::sim::runtime
