// The one document of a YAML text.
#pragma once

#include "fields.hpp"

#include <yaml-cpp/yaml.h>

#include <optional>
#include <string>

namespace warpschool::course {

/// The one document of the text, if it holds anything; whatever stands behind it is a complaint.
/// Throws YAML::Exception where the text is no YAML.
/// @param needed what an empty course should begin with; null: the text may be empty.
std::optional<YAML::Node> document_in(const std::string& text, Complaints& complaints,
                                      const char* needed = nullptr);

}  // namespace warpschool::course
