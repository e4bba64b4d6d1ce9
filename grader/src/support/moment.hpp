// Moments and counts in words, for pages and terminals.
#pragma once

#include <string>
#include <string_view>

namespace warpschool::grader {

/// "8 February 2027, 23:59 (UTC+01:00)" of "2027-02-08T23:59:00+01:00"; what is no such moment
/// stays as it is.
std::string moment(const std::string& rfc3339);

/// A moment at the clock of another one: "2027-02-08T22:59:00Z" beside "2027-03-01T12:00:00+01:00"
/// is "2027-02-08T23:59:00+01:00". As it is where it is not in UTC, or the other has no offset.
std::string at_clock_of(const std::string& utc, const std::string& other);

/// "1 student", "2 students".
std::string count_of(std::size_t count, std::string_view singular, std::string_view plural);

}  // namespace warpschool::grader
