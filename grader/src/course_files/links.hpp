// Links between the pages of a course.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warpschool::grader {

/// A link of a page to a file beside or below it.
struct LocalLink {
  std::string target;  ///< without "./", "#part" and title
  int line = 0;
  bool is_picture = false;  ///< ![words](target), or src="target"
};

/// Those that lead to no other site and out of no folder.
std::vector<LocalLink> local_links(const std::string& text);

/// A page's text with the words alone of each link `[words](PAGE.md)`, with or without `#part`, to
/// a page that is not there: pages on the framework's inside, exercises that come later.
/// @param path of the page
/// @param has_page whether a page of this path is there
std::string without_dead_links(const std::string& text, const std::string& path,
                               const std::function<bool(const std::string& path)>& has_page);

}  // namespace warpschool::grader
