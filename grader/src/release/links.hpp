// Links between the pages of a students' tree.
#pragma once

#include "release/students_tree.hpp"

#include <string>

namespace warpschool::grader {

/// A page's text with the words alone of each link `[words](PAGE.md)`, with or without `#part`, to
/// a page that the tree does not have: pages on the framework's inside, exercises that come later.
/// @param path of the page in the tree.
std::string without_dead_links(const std::string& text, const std::string& path,
                               const ReleasedTree& tree);

}  // namespace warpschool::grader
