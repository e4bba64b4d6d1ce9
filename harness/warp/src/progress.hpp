// What a student has done so far, in a file that a person can read: .warp/progress.yaml.
#pragma once

#include "warpschool/support/result.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace warpschool::warp {

/// The word of a task whose TODO region is as it was handed out.
inline constexpr const char* kToDo = "to do";

/// One exercise, as it was when it was checked last.
struct ExerciseProgress {
  bool passed = false;
  double won = 0, possible = 0;  ///< possible is 0 until it is checked
  std::map<int, std::string>
      tasks;                 ///< task -> "passed", "to do", "memory fault"; 0: no single task
  std::map<int, int> hints;  ///< task -> hints that were given
  /// Of the inputs with which it failed last: they are given again until it passes with them.
  std::string seed = {};

  bool checked() const { return possible > 0 || !tasks.empty(); }
  /// Somebody has worked on it: a task is no longer as it was handed out, or a hint was given.
  bool begun() const;
};

struct Progress {
  std::map<std::string, ExerciseProgress> exercises;

  /// What is known of an exercise; nothing done if it has no entry.
  ExerciseProgress of(const std::string& id) const;
};

/// What does not fit the format is an error: the file may have been edited by hand.
Result<Progress> parse_progress(const std::string& text, const std::string& name);
std::string to_yaml(const Progress& progress);

/// No file: nothing done yet. A file that cannot be read is moved aside, and `warning` says where.
Progress load_progress(const std::filesystem::path& file, std::string& warning);

/// Reads, changes and writes as one step, whatever other warp does the same. Throws
/// std::runtime_error if it cannot write.
void change_progress(const std::filesystem::path& file,
                     const std::function<void(Progress&)>& change);

}  // namespace warpschool::warp
