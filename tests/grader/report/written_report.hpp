// The files of a report, for the tests of what it says.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>
#include <warpschool/harness/catch.hpp>

namespace warpschool::tests {

namespace fs = std::filesystem;

/// A fresh folder that goes when the test ends.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "warpschool-report-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

inline std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline std::map<std::string, std::string> files_below(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      files[fs::relative(entry.path(), folder).generic_string()] = text_of(entry.path());
    }
  }
  return files;
}

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

/// Every value of the attribute in the page.
inline std::vector<std::string> values_of(const std::string& page, const std::string& attribute) {
  std::vector<std::string> values;
  const std::string begin = " " + attribute + "=\"";
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at)) {
    at += begin.size();
    values.push_back(page.substr(at, page.find('"', at) - at));
  }
  return values;
}

/// Links of a page that lead nowhere: to no file, or to no id in it.
inline std::vector<std::string> dead_links(const fs::path& file) {
  std::vector<std::string> dead;
  const std::string page = text_of(file);
  std::vector<std::string> links = values_of(page, "href");
  const std::vector<std::string> scripts = values_of(page, "src");
  links.insert(links.end(), scripts.begin(), scripts.end());
  for (const std::string& link : links) {
    const std::size_t hash = std::min(link.find('#'), link.size());
    const fs::path target = hash == 0 ? file : file.parent_path() / link.substr(0, hash);
    const bool anchored = hash + 1 < link.size();
    if (!fs::is_regular_file(target) ||
        (anchored && !holds(text_of(target), " id=\"" + link.substr(hash + 1) + "\""))) {
      dead.push_back(file.filename().string() + ": " + link);
    }
  }
  return dead;
}

}  // namespace warpschool::tests
