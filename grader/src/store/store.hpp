// grades.sqlite: every result that was ever reached, every score that it got, every word that a
// person added. Rows are added and never changed; triggers see to it.
//
// A row is committed when its job ends, in WAL mode, so a grader killed at any moment has lost at
// most the jobs that were running. A job's key is what its verdict depends on; a key that is there
// already is not graded again. What only the score depends on (points, thresholds, dates) is no
// part of the key. Equal files of several students are judged once; each has a row of its own all
// the same, which holds what is its own and points to the judged one.
#pragma once

#include "result/class_result.hpp"
#include "score/remark.hpp"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct sqlite3;

namespace warpschool::grader {

/// How long the store waits for another program that has locked it.
inline constexpr int kWaitForOthersMs = 10'000;

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

/// A submission whose files are the same as those of a judged one: what is its own about it.
struct EqualWork {
  ResultKey key;
  std::string handed_in;  ///< as in Attempt
  std::string command;
  std::string log;
};

/// One judged job as it was added, or a submission that shares its verdict.
struct Attempt {
  std::int64_t number = 0;
  ResultKey key;
  std::string status;
  Score points;               ///< as the judge gave them, by the rules of that day
  std::string at;             ///< UTC, RFC 3339
  std::string handed_in;      ///< as the platform's export says, RFC 3339; empty: it does not
  std::int64_t same_as = 0;   ///< the attempt with the same files that was judged; 0: this one was
  std::string same_as_whose;  ///< its student
};

/// A judged attempt whose verdict holds for all who handed in the same files.
struct JudgedWork {
  std::int64_t attempt = 0;
  ExerciseResult result;
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

/// Whether a result says something about the files alone. What the machine had a part in
/// (internal_error, inconclusive), or a person must look at (suspicious), does not.
bool holds_for_equal_files(const ExerciseResult& result);

class Store {
 public:
  /// Opens or makes the file; brings a store of an older grader up to date, in one transaction.
  /// Throws std::runtime_error, also where a newer grader made it. On a disk that is read-only it
  /// can be read if no run was cut off there; adding to it throws.
  explicit Store(const std::filesystem::path& file, int wait_ms = kWaitForOthersMs);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// The newest result of this key, if there is one.
  std::optional<StoredResult> find(const ResultKey& key);
  /// Its status alone: much less to read.
  std::optional<std::string> status(const ResultKey& key);
  /// The newest judged result of the same files under the same rules, whoever handed them in, if
  /// it holds for everybody (holds_for_equal_files).
  std::optional<JudgedWork> find_work(const ResultKey& key);
  /// Adds one, and those who share it, all or none; older rows stay. Returns its number.
  std::int64_t add(const ResultKey& key, const StoredResult& stored,
                   const std::string& handed_in = {}, const std::vector<EqualWork>& equals = {});
  /// Adds rows that share the verdict of attempts which are there, all or none.
  void share(const std::vector<std::pair<std::int64_t, EqualWork>>& equals);
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
  /// Names and values: all or none.
  void set_facts(const std::vector<std::pair<std::string, std::string>>& facts);

 private:
  bool open_read_only(const std::filesystem::path& file);
  void insert_equal(std::int64_t judged, const EqualWork& equal);

  std::mutex mutex_;
  sqlite3* database_ = nullptr;
};

}  // namespace warpschool::grader
