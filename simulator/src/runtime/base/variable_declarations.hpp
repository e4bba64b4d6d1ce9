// Where a variable of device code was declared. The PTX of simcc has lines for instructions but
// none for variables, so that the source is read again when a report needs it.
#pragma once

#include "warpschool/sim/types.hpp"

#include <string>

namespace warpschool::sim::runtime {

/// The declaration of the __device__, __constant__, __managed__ or __shared__ variable `name` (its
/// last part, without scopes), as "file:line"; empty if none is found.
/// @param near a line of the file to begin with. Of several declarations there the last one before
///   it counts. Headers that the file includes in quotes are searched after it.
std::string place_of_variable(const std::string& name, const SourceLocation& near);

/// Is the variable that place_of_variable() finds declared there without an initial value? False if
/// none is found.
bool is_without_value(const std::string& name, const SourceLocation& near);

}  // namespace warpschool::sim::runtime
