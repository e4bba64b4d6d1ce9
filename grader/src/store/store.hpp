// grades.sqlite: every result that was ever reached, one row each, never changed.
//
// A row is committed when its job ends, in WAL mode, so a grader killed at any moment has lost at
// most the jobs that were running. A job's key is what its verdict depends on; a key that is there
// already is not graded again.
#pragma once

#include "class_result.hpp"

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

struct sqlite3;

namespace warpschool::grader {

/// What a verdict depends on.
struct ResultKey {
  std::string student;
  std::string exercise;
  std::string files;        ///< hash of what was submitted
  std::string rules;        ///< hash of the exercise: course entry, harness, headers, reference
  std::string environment;  ///< hash of toolchain, built framework, device, salt
};

struct StoredResult {
  ExerciseResult result;
  std::vector<std::string> devices;
};

class Store {
 public:
  /// Opens or makes the file. Throws std::runtime_error.
  explicit Store(const std::filesystem::path& file);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// The newest result of this key, if there is one.
  std::optional<StoredResult> find(const ResultKey& key);
  /// Adds one; older rows stay.
  void add(const ResultKey& key, const StoredResult& stored);

  /// Small facts about the whole folder ("salt", "class").
  std::optional<std::string> fact(const std::string& name);
  void set_fact(const std::string& name, const std::string& value);

 private:
  std::mutex mutex_;
  sqlite3* database_ = nullptr;
};

}  // namespace warpschool::grader
