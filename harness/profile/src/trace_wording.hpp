// Lanes, and the values of several lanes, in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpschool::profile {

/// "all lanes", "lane 3", "lanes 0-4, 7".
std::string who_text(std::uint32_t lanes);

/// One value of a thread; of several lanes one if they agree, else all, from the first lane on.
std::string joined(const std::vector<std::string>& values);

/// The right side of a comparison as the source has it. Compilers make "j > 1" of "j < 2", the
/// other way round: the same, and the number that the source has is the one to show.
std::string as_written(const std::string& right, const std::string& operation, char type,
                       const std::string& code);

}  // namespace warpschool::profile
