// The types of LLVM's intermediate code that copies of vectors are of, as far as they are made of
// numbers of one size.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::simcc {

/// Numbers that follow one another without a gap.
struct Numbers {
  std::string type;    ///< "float", "i8", ...; of different types, the integer of their size
  unsigned bytes = 0;  ///< of each
  unsigned count = 0;
};

class CopiedTypes {
 public:
  /// The next line of the code, whatever it is.
  void read(const std::string& line);
  /// What "%struct.float4" or "[4 x float]" is made of. Nothing: pointers, numbers of several sizes
  /// (there may be gaps), or a type that is not known.
  std::optional<Numbers> numbers_of(const std::string& type) const;

 private:
  bool add_leaves(const std::string& type, std::vector<std::string>& leaves) const;

  std::map<std::string, std::string> members_;  ///< of structs: "{ float, float }"
};

/// What stands between the brackets that open at `open`, by commas that no inner bracket holds.
/// Empty: they do not close.
std::vector<std::string> parts_in_brackets(const std::string& text, std::size_t open);

/// "%struct.float4" and its kin: CUDA's vector types, whose alignment is their size.
bool is_vector_type(const std::string& type);

}  // namespace warpschool::simcc
