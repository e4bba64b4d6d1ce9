// Moments and counts in words, for pages and terminals.
#pragma once

#include <string>
#include <string_view>

namespace warpschool::grader {

/// "8 February 2027, 23:59 (UTC+01:00)" of "2027-02-08T23:59:00+01:00"; what is no such moment
/// stays as it is.
std::string moment(const std::string& rfc3339);

/// "1 student", "2 students".
std::string count_of(std::size_t count, std::string_view singular, std::string_view plural);

}  // namespace warpschool::grader
