// Builds a student's module without CMake and Ninja, which take longer to find out that nothing
// else changed than the compiler takes for the file.
#pragma once

#include "child_program.hpp"
#include "tree.hpp"

#include <optional>
#include <string>
#include <vector>

namespace warpschool::warp {

/// Of one exercise. The whole build (build_exercise) does what Ninja knows about; this one only
/// what depends on the student's own files. Times and sizes of all others are kept in the build's
/// course/warp when a whole build has succeeded; where they differ from that, `run` declines.
class QuickBuild {
 public:
  QuickBuild(const Tree& tree, const course::Exercise& exercise);

  /// Compiles what is out of date, with the commands of the whole build, and stops at the first
  /// that fails. Nothing where a whole build is needed.
  std::optional<Outcome> run() const;

  /// What a whole build reads, as it is now. Taken before a whole build and handed to `note` behind
  /// it.
  std::string inputs() const;
  /// The whole build has succeeded: the next may be quick, if nothing changed meanwhile.
  void note(const std::string& inputs_before) const;

 private:
  struct Step {
    std::vector<std::string> command;
    std::filesystem::path output, dependencies, record;
    std::vector<std::filesystem::path> objects;  ///< of a step that links
  };

  std::string products() const;
  std::vector<Step> steps(const Backend& backend, const Judged& judged) const;
  Step compile(const Backend& backend, const Judged& judged, const std::string& file,
               const std::filesystem::path& output) const;
  Step link(const Backend& backend, const Judged& judged,
            std::vector<std::filesystem::path> objects) const;
  std::optional<Outcome> do_step(const Step& step) const;

  const Tree& tree_;
  const course::Exercise& exercise_;
  std::filesystem::path notes_;  ///< a folder of the exercise's own
};

}  // namespace warpschool::warp
