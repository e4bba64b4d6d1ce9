// What the program's source says of sizes: how variables began, and what they were set to.
//
// Read again only where numbers have roused a suspicion already; of what is not found nothing is
// known.
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstdint>
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

  enum class Shape : std::uint8_t { kUnknown, kArray, kPointer, kOther };
  /// As what is a variable declared, or a member (p->data) anywhere in the file?
  Shape shape_of(const std::string& expression) const;
  /// Does a pointer begin behind elements of the array, by T* next = array + n or &array[n]?
  bool is_moved_on(const std::string& array) const;

 private:
  static Shape shape_in(const std::string& line, const std::string& name);
  void add_byte_type(const std::string& line);
  bool is_declared_of_bytes(const std::string& line, const std::string& name) const;

  std::vector<std::string> lines_;  ///< the last one first
  std::vector<std::string> all_;    ///< of the whole file up to the place, in its order
  std::vector<std::string> byte_types_ = {"char", "bool", "byte", "int8_t", "void"};
  std::string signature_;  ///< of the function
};

}  // namespace warpschool::sim::runtime
