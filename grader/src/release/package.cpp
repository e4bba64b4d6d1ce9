// tar makes the one, cpack the other.
#include "release/package.hpp"

#include "embedded_release.hpp"
#include "release/run_tool.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// Files newer than what is built of them make a build tool build again, so the time must be one
/// that grows.
std::int64_t newest_source(const ReleasedTree& tree) {
  std::int64_t newest = 0;
  for (const auto& [path, file] : tree) {
    struct stat status {};
    if (!file.source.empty() && ::stat(file.source.c_str(), &status) == 0) {
      newest = std::max(newest, static_cast<std::int64_t>(status.st_mtim.tv_sec));
    }
  }
  return newest;
}

/// As a string in a CMake file.
std::string cmake_string(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    result +=
        c == '"' || c == '\\' || c == '$' || c == ';' ? std::string("\\") + c : std::string(1, c);
  }
  return result + "\"";
}

/// A copy of what goes into a package, with the names of the tree's own files alone.
void copy_tree(const fs::path& folder, const ReleasedTree& tree, const fs::path& to) {
  for (const auto& [path, file] : tree) {
    fs::create_directories((to / path).parent_path());
    fs::copy_file(folder / path, to / path);
  }
  fs::copy_file(folder / course::kReleaseMark, to / course::kReleaseMark);
}

std::string make_tar(const fs::path& file, const fs::path& parent, const std::string& name,
                     std::int64_t time) {
  return run_tool(
      {"tar", "-czf", file.string(), "--sort=name", "--owner=0", "--group=0", "--numeric-owner",
       fmt::format("--mtime=@{}", time), "-C", parent.string(), name},
      false, {"GZIP=-n"});
}

std::string make_deb(const fs::path& file, const fs::path& tree, const std::string& title,
                     const fs::path& work, std::int64_t time) {
  const fs::path start = work / "start";
  write_file(start / "warpschool-start", embedded_release().at("warpschool-start.in"));
  fs::permissions(start / "warpschool-start", fs::perms(0755));
  const std::string config = fmt::format(
      "set(CPACK_GENERATOR DEB)\nset(CPACK_PACKAGE_NAME "
      "warpschool-course)\nset(CPACK_PACKAGE_VERSION {0})\n"
      "set(CPACK_PACKAGE_VENDOR Warpschool)\nset(CPACK_PACKAGE_CONTACT \"The course's instructors "
      "<instructors@localhost>\")\n"
      "set(CPACK_PACKAGE_DESCRIPTION_SUMMARY {1})\nset(CPACK_PACKAGE_DESCRIPTION "
      "{1})\nset(CPACK_PACKAGE_FILE_NAME "
      "release)\nset(CPACK_PACKAGE_DIRECTORY {2})\n"
      "set(CPACK_PACKAGING_INSTALL_PREFIX /)\nset(CPACK_STRIP_FILES OFF)\n"
      "set(CPACK_INSTALLED_DIRECTORIES {3} usr/share/warpschool/course {4} usr/bin)\n"
      "set(CPACK_DEBIAN_PACKAGE_DEPENDS \"clang, cmake (>= 3.25), ninja-build, "
      "g++\")\nset(CPACK_DEBIAN_PACKAGE_SECTION education)\n",
      cmake_string(WARPSCHOOL_VERSION), cmake_string(title), cmake_string(work.string()),
      cmake_string(tree.string()), cmake_string(start.string()));
  write_file(work / "cpack.cmake", config);
  std::string problem = run_tool({"cpack", "--config", (work / "cpack.cmake").string()}, false,
                                 {fmt::format("SOURCE_DATE_EPOCH={}", time)});
  if (problem.empty()) {
    fs::copy_file(work / "release.deb", file, fs::copy_options::overwrite_existing);
  }
  return problem;
}

}  // namespace

Packages make_packages(const fs::path& folder, const ReleasedTree& tree, const std::string& title,
                       const fs::path& work) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  const fs::path top = whole.has_filename() ? whole : whole.parent_path();  // "DIR/" is DIR
  const std::int64_t time = newest_source(tree);
  const fs::path copy = work / "copy" / top.filename();
  fs::remove_all(work);
  copy_tree(top, tree, copy);
  Packages packages;
  const fs::path tar = top.string() + ".tar.gz";
  packages.problem = make_tar(tar, copy.parent_path(), top.filename().string(), time);
  if (packages.problem.empty()) {
    packages.files.push_back(tar);
    const fs::path deb = top.string() + ".deb";
    packages.problem = make_deb(deb, copy, title, work, time);
    if (packages.problem.empty()) {
      packages.files.push_back(deb);
    }
  }
  fs::remove_all(work);
  return packages;
}

}  // namespace warpschool::grader
