// Loops that count, in LLVM's intermediate code as clang's front end makes it: variables lie in
// memory, and a loop's blocks follow each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::simcc {

/// "for (i = BEGIN; i < END; i += STEP)".
struct CountedLoop {
  std::size_t head = 0, back = 0;  ///< lines: the label it begins with, and the branch back to it
  std::string counter;             ///< "%5", where it lies
  std::string end, begin;          ///< "16" or "%12"; begin: what was stored there before
  std::string comparison;          ///< "slt"
  std::int64_t step = 0;
  std::string mark;  ///< "!48", what the code says of the loop
};

/// How often a loop runs; 0: that is not known.
std::int64_t turns_of(const CountedLoop& loop);

/// The word at `at` of a line: up to a blank, a comma or a bracket.
std::string word_at(std::string_view line, std::size_t at);

/// A function's lines, and where in them the values are made.
class CodeOfFunction {
 public:
  /// @param lines must outlive it.
  explicit CodeOfFunction(const std::vector<std::string>& lines);

  /// The inner ones before those around them.
  std::vector<CountedLoop> loops() const;
  /// Is a value made of what lies at `place`, in few steps?
  bool depends(const std::string& value, const std::string& place, int steps = 8) const;
  /// Does a loop go through an array that is the thread's own?
  bool has_own_array(const CountedLoop& loop) const;

 private:
  const std::string* line_that_makes(const std::string& value) const;
  std::string stored_before(std::size_t from, std::size_t until, const std::string& place) const;
  bool read_head(CountedLoop& loop) const;
  bool read_comparison(CountedLoop& loop, const std::string& line) const;
  bool read_step(CountedLoop& loop) const;
  bool read_loop(CountedLoop& loop, std::size_t back) const;

  const std::vector<std::string>& lines_;
  std::map<std::string, std::size_t> made_, labels_;
};

}  // namespace warpschool::simcc
