// What simcc adds to a compiler's messages, or takes from them.
#pragma once

#include <string>

namespace warpschool::simcc {

/// A compiler's messages as the user should see them: each error and warning once, no word about
/// the two sides.
std::string tidy_messages(const std::string& errors);

/// The messages without notes about places in the simulator's or the system's headers, where a
/// message is about a place of the user's. @param toolkit folder of the simulator's headers.
std::string without_notes_elsewhere(const std::string& errors, const std::string& toolkit);

/// What to say where a header was not found that the simulator cannot have; empty for all others.
std::string missing_library_help(const std::string& errors);

/// What to say where a compiler stopped at a part of CUDA that is not simulated, or that CUDA has
/// no more; empty for all others.
std::string missing_feature_help(const std::string& errors);

}  // namespace warpschool::simcc
