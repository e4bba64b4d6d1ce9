// What the pointers of a function in LLVM's intermediate code lead to: variables, or memory of
// which nothing but the pointer's type is known.
#pragma once

#include <map>
#include <string>

namespace warpschool::simcc {

class PointerBases {
 public:
  /// The next line of the code, whatever it is.
  void read(const std::string& line);
  /// Did the pointer come in as an argument or out of memory, so that only its type says how it is
  /// aligned? @param value as an instruction has it: "%7", "bitcast (... @tile to i8*)"
  bool is_from_outside(const std::string& value) const;
  /// The variable "@tile" of the module that it leads into, if that is an array of numbers; empty:
  /// none, more than one, or a variable of another type.
  std::string array_of(const std::string& value) const;
  /// Does it lead into a variable of the function?
  bool is_local(const std::string& value) const;
  /// The type of what it points to: "%struct.float4"; empty: the instruction that made the pointer
  /// does not say it.
  std::string type_of(const std::string& value) const;

 private:
  const std::string* step(const std::string& value) const;
  const std::string* origin(std::string& name) const;

  std::string signature_;  ///< of the function
  std::map<std::string, std::string> definitions_;
  std::map<std::string, std::string> variables_;
};

}  // namespace warpschool::simcc
