// What a student has won: the judges' result files of one exercise, added up and put into words.
#pragma once

#include "warpschool/course/course.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::course {

/// Where the results of an exercise lie and how it is judged again. One entry a backend of the
/// build.
struct Judged {
  std::string backend;              ///< "sim" or "gpu"
  std::vector<std::string> kinds;   ///< what this backend judges
  std::filesystem::path judge;      ///< its judge program
  std::filesystem::path reference;  ///< the reference module
  std::filesystem::path student =
      {};  ///< the student's; empty: in student/ beside the reference's folder
};

/// The parts of warpschool-build.json that matter here.
struct Build {
  std::string preset;
  std::filesystem::path directory;  ///< of the manifest; results lie under results/<id>
  std::filesystem::path source;
  std::filesystem::path course;
  std::vector<Judged> backends;
};

enum class State : std::uint8_t {
  kJudged,     ///< points are known
  kNotJudged,  ///< no result, or one older than the student's files
  kBroken,     ///< the judge did not finish: our fault, never a pass
  kSkipped,    ///< nothing could run here, e.g. no GPU
  kElsewhere,  ///< this build has no backend for it
};

/// The result of one kind on the backends that judge it; the least points of them count.
struct KindScore {
  Kind kind = Kind::kCorrectness;
  State state = State::kNotJudged;
  double won = 0, possible = 0;
  int task = 0;         ///< of the first check that did not pass
  std::string check;    ///< its name, empty when all passed
  std::string verdict;  ///< its verdict
  std::string message;  ///< the first sentence of its message
  std::string backend;  ///< where it did not pass
  std::string seed;     ///< of that run
};

struct Score {
  std::vector<KindScore> kinds;
  double won() const;
  double possible() const;
  /// Everything that this build can judge is judged and won.
  bool full() const;
  /// Nothing is lost, but something could not be judged on this machine.
  bool skipped() const;
};

/// Reads results/<id>/*.json. Files that are missing, old or damaged are states, not errors.
Score read_score(const Exercise& exercise, const Build& build);

/// The summary under the exercise's tests: points of each kind, what to do next, how to run it
/// again.
std::string summary(const Exercise& exercise, const Build& build, const Score& score);

/// The same in one line, for the table at the end of a ctest run.
std::string one_line(const Exercise& exercise, const Score& score);

/// Reads the manifest that CMake wrote.
Result<Build> read_manifest(const std::filesystem::path& file, const std::string& exercise);

}  // namespace warpschool::course
