// The variables of kernels as the debugger's tables in PTX name them: DWARF 2 to 4, written as
// .b8, .b32 and .b64 lists (PTX ISA, section 11.5.1, ".section").
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::profile {

struct Type;

struct Member {
  std::string name;
  std::uint64_t offset = 0;
  std::size_t type = 0;
};

struct Type {
  enum class Kind : std::uint8_t {
    kUnknown,
    kSigned,
    kUnsigned,
    kFloat,
    kBool,
    kChar,
    kPointer,
    kArray,
    kStruct
  };
  Kind kind = Kind::kUnknown;
  std::string name;
  std::uint64_t bytes = 0;
  std::size_t element = 0;  ///< of an array or pointer: index into DebugInfo::types
  std::uint64_t count = 0;  ///< of an array
  std::vector<Member> members;
};

struct Variable {
  std::string name;
  std::uint64_t offset = 0;  ///< in its function's local memory; 0 in shared memory
  std::size_t type = 0;
};

/// A part of a variable with its value: "acc[1]" and "2.5".
struct NamedValue {
  std::string name, value;
};

class DebugInfo {
 public:
  /// Of a text without tables, or with broken ones: nothing is known.
  static DebugInfo read(std::string_view ptx);

  /// The variable that lies at this byte of a function's local memory; nullptr: none.
  const Variable* local_at(const std::string& function, std::uint64_t offset) const;
  /// A __shared__ variable by its name in the source.
  const Variable* shared(const std::string& name) const;

  /// The parts of the variable that `bytes`, from its byte `at` on, are the values of.
  std::vector<NamedValue> parts(const Variable& variable, std::uint64_t at,
                                const std::vector<std::byte>& bytes) const;
  /// The size of what a pointer variable points to; 0: it is none, or not known.
  std::uint64_t pointee_bytes(const Variable& variable) const;
  const Type& type(std::size_t index) const { return types_[index < types_.size() ? index : 0]; }

 private:
  friend class DwarfReader;
  void add_parts(const std::string& name, std::size_t index, std::int64_t at,
                 const std::vector<std::byte>& bytes, int depth,
                 std::vector<NamedValue>& parts) const;

  std::vector<Type> types_{Type{}};
  std::map<std::string, std::vector<Variable>> locals_;  ///< by function, as in PTX
  std::map<std::string, Variable> shared_;               ///< by name
};

/// A number of a PTX type ("f32", "s32", "u64", "b32") as a person writes it.
std::string number_text(std::string_view ptx_type, std::uint64_t bits, std::uint32_t bytes);

}  // namespace warpschool::profile
