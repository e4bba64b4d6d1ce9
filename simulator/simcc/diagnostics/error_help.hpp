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

}  // namespace warpschool::simcc
