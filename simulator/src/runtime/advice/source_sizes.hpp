// What the program's source says of sizes: the arguments of its calls, and how variables began.
//
// Read again only where numbers have roused a suspicion already; of what is not found nothing is
// known.
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {

/// Lines of a file up to a place, without blanks. They are read when it is made.
class SourceBefore {
 public:
  explicit SourceBefore(const SourceLocation& where);
  /// What the variable (or macro) `name` was set to last; empty: not found.
  std::string value_of(const std::string& name) const;
  /// Does `name` begin as an array, a block of new, or a container with `count` elements, each of
  /// more than a byte?
  bool has_elements(const std::string& name, const std::string& count) const;
  /// Was the pointer `name` set to a block of malloc, calloc or new last?
  bool is_set_to_a_block(const std::string& name) const;
  /// Is `name` declared as a std::vector?
  bool is_a_vector(const std::string& name) const;

 private:
  std::vector<std::string> lines_;  ///< the last one first
};

/// Does `bytes` say "`count` times sizeof of something"? Times a number may as well be a buffer of
/// so many parts.
bool is_size_of(const std::string& bytes, const std::string& count);

/// Is the text a name alone?
bool is_name(const std::string& text);
/// Or digits alone?
bool is_number(const std::string& text);

/// The arguments of the first call of `function` at `column` (from 1) of `text` or behind it,
/// without blanks; none if the call does not end in `text`.
std::vector<std::string> arguments_of(const std::string& text, std::size_t column,
                                      const std::string& function);

/// The arguments of the calls of `function` that begin in that line, call by call.
std::vector<std::vector<std::string>> calls_in_line(const SourceLocation& where,
                                                    const std::string& function);

}  // namespace warpschool::sim::runtime
