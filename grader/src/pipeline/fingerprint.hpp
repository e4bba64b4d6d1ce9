// Hashes that say when a stored result still holds.
#pragma once

#include "pipeline/manifest.hpp"
#include "warpschool/course/course.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace warpschool::grader {

/// An exercise's rules: its entry in course.yaml (not title, due date, points and timing
/// thresholds: they change the score alone) and every file of its folder but the stub and the
/// texts.
std::string rules_hash(const Manifest& manifest, const course::Exercise& exercise);

/// Digests of built files, each read once.
class FileDigests {
 public:
  /// "absent" for what is no file.
  const std::string& of(const std::filesystem::path& file);

 private:
  std::map<std::filesystem::path, std::string> known_;
};

/// What runs it: toolchain, the built judge, reference and runtime, the devices, the salt.
std::string environment_hash(const Manifest& manifest, const course::Exercise& exercise,
                             const std::string& salt, FileDigests& digests);

/// 12 digits over course.yaml and all exercises' rules: the version that reports show.
std::string course_version(const Manifest& manifest, const course::Course& course);

}  // namespace warpschool::grader
