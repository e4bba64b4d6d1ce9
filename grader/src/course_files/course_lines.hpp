// course.yaml as lines: where entries and their keys stand, so that one is changed and all else
// reads as it was written.
#pragma once

#include "warpschool/course/course.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace warpschool::grader {

using Lines = std::vector<std::string>;

/// Blanks that a line begins with.
std::size_t indent_of(const std::string& line);

/// Behind the last line of the entry that begins in line `begin`: the next one that is indented no
/// more.
std::size_t end_of_entry(const Lines& lines, std::size_t begin);

/// The lines of the exercise's key `key`, from the first to behind the last; two equal numbers if
/// it has none in a line of its own.
std::pair<std::size_t, std::size_t> lines_of(const Lines& lines, const course::Exercise& exercise,
                                             const std::string& key);

/// Puts `value` ("points: 3") in the place of that key; an empty one takes it out.
void replace_key(Lines& lines, const course::Exercise& exercise, const std::string& key,
                 const std::string& value);

}  // namespace warpschool::grader
