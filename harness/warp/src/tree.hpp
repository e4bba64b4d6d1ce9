// Where the course and its build lie, and what the build made: read from course.yaml and
// warpschool-build.json.
#pragma once

#include "warpschool/course/course.hpp"
#include "warpschool/support/result.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::warp {

/// Judge and reference of one exercise on one backend.
struct Judged {
  std::filesystem::path judge, reference;
  std::filesystem::path module;  ///< the student's; empty: beside the references
  std::vector<std::filesystem::path> include;
  std::filesystem::path student(const std::string& id) const;
};

struct Backend {
  std::string name;                       ///< "sim" or "gpu"
  std::vector<std::string> kinds;         ///< what it judges
  std::vector<std::string> compiler;      ///< its command up to the options of every file
  std::vector<std::string> shared_flags;  ///< what makes a module
  std::map<std::string, Judged> exercises;
};

struct Tree {
  std::filesystem::path source;  ///< where course.yaml lies
  std::filesystem::path build;
  std::string preset;
  std::vector<Backend> backends;  ///< the preset's own first
  course::Course course;

  std::filesystem::path folder(const course::Exercise& exercise) const;
  std::filesystem::path progress_file() const { return source / ".warp/progress.yaml"; }
};

/// The tree that was built where `manifest` (warpschool-build.json) lies.
Result<Tree> read_tree(const std::filesystem::path& manifest);

/// The exercise whose folder `place` is or lies in; null if it lies in none.
const course::Exercise* exercise_at(const Tree& tree, const std::filesystem::path& place);

/// The exercise of that name, folder or file, or what to say instead, with the likeliest name
/// meant.
Result<const course::Exercise*> find_exercise(const Tree& tree, const std::string& id);

}  // namespace warpschool::warp
