// What the program's source says of sizes: the arguments of its calls, and how variables began.
//
// Read again only where numbers have roused a suspicion already; of what is not found nothing is
// known.
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {

/// Lines of a file up to a place, without blanks: those of the function there, and what stands
/// outside of functions before. They are read when it is made.
class SourceBefore {
 public:
  explicit SourceBefore(const SourceLocation& where);
  /// What the variable (or macro) `name` was set to last; empty: not found, or a parameter.
  std::string value_of(const std::string& name) const;
  /// Does `name` begin as an array, a block of new, or a container with `count` elements, each of
  /// more than a byte?
  bool has_elements(const std::string& name, const std::string& count) const;
  /// Was the pointer `name` set to a block of malloc, calloc or new last?
  bool is_set_to_a_block(const std::string& name) const;
  /// Does `pointer` lead to single bytes: by a cast, or as it is declared?
  bool is_of_bytes(const std::string& pointer) const;
  /// Is `name` declared as a std::vector?
  bool is_a_vector(const std::string& name) const;

 private:
  bool is_declared_of_bytes(const std::string& line, const std::string& name) const;

  std::vector<std::string> lines_;  ///< the last one first
  std::string signature_;           ///< of the function
};

/// Does `bytes` say "`count` times sizeof of something"? Times a number may as well be a buffer of
/// so many parts.
bool is_size_of(const std::string& bytes, const std::string& count);

/// The text without its factor `factor`; empty: it has none.
std::string without_factor(const std::string& text, const std::string& factor);

/// Is the text a name alone?
bool is_name(const std::string& text);
/// Or digits alone?
bool is_number(const std::string& text);

/// Does a call that fits stand in that file? @param function how its name begins
/// @param fits is given its arguments
bool has_call(const std::string& file, const std::string& function,
              const std::function<bool(const std::vector<std::string>&)>& fits);

/// The arguments of the first call of `function` at `column` (from 1) of `text` or behind it,
/// without blanks; none if the call does not end in `text`.
std::vector<std::string> arguments_of(const std::string& text, std::size_t column,
                                      const std::string& function);

/// The arguments of the calls of `function` that begin in that line, call by call.
std::vector<std::vector<std::string>> calls_in_line(const SourceLocation& where,
                                                    const std::string& function);

}  // namespace warpschool::sim::runtime
