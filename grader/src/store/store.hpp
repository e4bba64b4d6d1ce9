// grades.sqlite: every result that was ever reached, every score that it got, every word that a
// person added. Rows are added and never changed; triggers see to it.
//
// A row is committed when its job ends, in WAL mode, so a grader killed at any moment has lost at
// most the jobs that were running. A job's key is what its verdict depends on; a key that is there
// already is not graded again. What only the score depends on (points, thresholds, dates) is no
// part of the key.
#pragma once

#include "class_result.hpp"
#include "score/remark.hpp"

#include <cstdint>
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

/// One judged job as it was added.
struct Attempt {
  std::int64_t number = 0;
  ResultKey key;
  std::string status;
  Score points;    ///< as the judge gave them, by the rules of that day
  std::string at;  ///< UTC, RFC 3339
};

/// What a result was worth from a moment on.
struct ScoreEntry {
  std::string student;
  std::string exercise;
  std::int64_t attempt = 0;  ///< 0: none, nothing was handed in
  std::string status;
  double won = 0;
  double possible = 0;
  double lost = 0;       ///< for being late, already taken off `won`
  bool early = false;    ///< counts apart until it is due
  bool by_hand = false;  ///< a person gave the points
  std::string at;        ///< UTC, RFC 3339; set by the store

  /// Whether a student would see the same, and why. Not the attempt and the time.
  bool same_score(const ScoreEntry& other) const;
};

class Store {
 public:
  /// Opens or makes the file; brings a store of an older grader up to date, in one transaction.
  /// Throws std::runtime_error, also where a newer grader made it.
  explicit Store(const std::filesystem::path& file);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// The newest result of this key, if there is one.
  std::optional<StoredResult> find(const ResultKey& key);
  /// Adds one; older rows stay.
  void add(const ResultKey& key, const StoredResult& stored);
  /// All of a student, or of all students if empty; in the order in which they were added.
  std::vector<Attempt> attempts(const std::string& student);

  /// The newest score of each result.
  std::vector<ScoreEntry> scores();
  /// All that this student's results were ever worth, oldest first.
  std::vector<ScoreEntry> score_history(const std::string& student);
  void add(const std::vector<ScoreEntry>& scores);

  /// Its number.
  std::int64_t add(const Remark& remark);
  std::vector<Remark> remarks();  ///< oldest first

  /// Small facts about the whole folder ("roster", "course"): the only rows that are replaced.
  std::optional<std::string> fact(const std::string& name);
  void set_fact(const std::string& name, const std::string& value);

 private:
  std::mutex mutex_;
  sqlite3* database_ = nullptr;
};

}  // namespace warpschool::grader
