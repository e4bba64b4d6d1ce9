// Names the files of lib/precompiled, and knows which of them are out of date.
#include "simcc/driver/kept_files.hpp"

#include <cstdint>
#include <fstream>
#include <sstream>
#include <sys/stat.h>

namespace warpschool::simcc {
namespace {

namespace fs = std::filesystem;

/// Lines "size seconds nanoseconds path".
fs::path list_beside(const fs::path& file) {
  return fs::path(file).replace_extension(".from");
}

std::string line_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return {};
  }
  return std::to_string(status.st_size) + " " + std::to_string(status.st_mtim.tv_sec) + " " +
         std::to_string(status.st_mtim.tv_nsec) + " " + path;
}

}  // namespace

fs::path kept_folder(const Toolchain& tools) {
  return fs::path(tools.runtime_dir) / "precompiled";
}

fs::path kept_file(const Toolchain& tools, const std::vector<std::string>& words,
                   const char* extension) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  const auto add = [&](const std::string& text) {
    for (const char c : text + '\n') {
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    }
  };
  add(tools.clang);
  add(tools.toolkit_include);
  for (const std::string& word : words) {
    add(word);
  }
  std::ostringstream name;
  name << std::hex << hash << extension;
  return kept_folder(tools) / name.str();
}

void keep(const fs::path& file, const std::vector<std::string>& sources) {
  std::string list;
  for (const std::string& path : sources) {
    list += line_of(path) + "\n";
  }
  std::ofstream(list_beside(file)) << list;
}

void forget(const fs::path& file) {
  std::error_code ignored;
  fs::remove(list_beside(file), ignored);
}

std::vector<std::string> unchanged_sources(const fs::path& file) {
  std::ifstream list(list_beside(file));
  std::vector<std::string> paths;
  for (std::string line; std::getline(list, line);) {
    std::size_t path = 0;
    for (int blank = 0; blank < 3; ++blank) {
      path = line.find(' ', path) + 1;
    }
    paths.push_back(line.substr(path));
    if (line_of(paths.back()) != line) {
      return {};
    }
  }
  return paths;
}

}  // namespace warpschool::simcc
