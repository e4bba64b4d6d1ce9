// The source lines of a submission's host code, read before any of it runs: a handler of a deadly
// signal, in a process whose heap may be broken, can do no more than look them up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpschool::harness {

class ModuleLines {
 public:
  /// Of the program itself, not of headers of a library; line 0: none.
  struct Place {
    const char* file = "";  ///< without folders; lives as long as the table
    unsigned line = 0;
  };

  /// From the line table that the compiler left in the file. Empty where there is none, or none
  /// that can be read.
  static ModuleLines of(const std::string& module);

  /// The line that made the code at `offset` from where the module was loaded; for code of a
  /// library's header the line that it was inlined into. Allocates nothing.
  Place find(std::uint64_t offset) const noexcept;

 private:
  friend class LineReader;
  static constexpr std::uint32_t kLibrary = UINT32_MAX;  ///< in place of a file
  struct Row {
    std::uint64_t begin;
    std::uint32_t file, line;
  };
  /// Code that was inlined where `file` and `line` say.
  struct Inlined {
    std::uint64_t begin, end;
    std::uint32_t file, line;
  };

  Place place(std::uint32_t file, std::uint32_t line) const noexcept;

  std::vector<Row> rows_;         ///< in order of addresses
  std::vector<Inlined> inlined_;  ///< innermost first: by size
  std::vector<std::string> files_;
};

}  // namespace warpschool::harness
