// Reads the line table of a module through elfutils' libdw.
#include "trace/module_lines.hpp"

#include <algorithm>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

namespace warpschool::harness {
namespace {

bool is_of_a_library(const std::string& path) {
  return path.find("/include/c++/") != std::string::npos ||
         path.find("/toolkit/include/") != std::string::npos || path.rfind("/usr/", 0) == 0;
}

}  // namespace

/// Fills a table from one file.
class LineReader {
 public:
  explicit LineReader(ModuleLines& lines) : lines_(lines) {}

  void read(Dwarf* dwarf) {
    Dwarf_CU* unit = nullptr;
    Dwarf_Die die;
    while (dwarf_get_units(dwarf, unit, &unit, nullptr, nullptr, &die, nullptr) == 0) {
      read_rows(die);
      files_of_unit_ = nullptr;
      dwarf_getsrcfiles(&die, &files_of_unit_, nullptr);
      read_inlined(die, 0);
    }
    std::sort(lines_.rows_.begin(), lines_.rows_.end(),
              [](const auto& one, const auto& other) { return one.begin < other.begin; });
    std::stable_sort(lines_.inlined_.begin(), lines_.inlined_.end(),
                     [](const auto& one, const auto& other) {
                       return one.end - one.begin < other.end - other.begin;
                     });
  }

 private:
  void read_rows(Dwarf_Die& unit) {
    Dwarf_Lines* rows = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(&unit, &rows, &count) != 0) {
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      Dwarf_Line* row = dwarf_onesrcline(rows, i);
      Dwarf_Addr address = 0;
      int line = 0;
      bool ends = false;
      if (dwarf_lineaddr(row, &address) == 0 && dwarf_lineno(row, &line) == 0 &&
          dwarf_lineendsequence(row, &ends) == 0) {
        const char* const file = dwarf_linesrc(row, nullptr, nullptr);
        lines_.rows_.push_back({address,
                                ends || line <= 0 ? ModuleLines::kLibrary : number_of(file),
                                static_cast<std::uint32_t>(std::max(line, 0))});
      }
    }
  }

  /// Calls that were inlined are nested as functions and scopes are.
  void read_inlined(Dwarf_Die& parent, int depth) {
    constexpr int kDeepest = 64;  // the file is the student's: no tree of a million levels
    Dwarf_Die die;
    if (depth > kDeepest || dwarf_child(&parent, &die) != 0) {
      return;
    }
    do {
      if (dwarf_tag(&die) == DW_TAG_inlined_subroutine) {
        note_inlined(die);
      }
      read_inlined(die, depth + 1);
    } while (dwarf_siblingof(&die, &die) == 0);
  }

  void note_inlined(Dwarf_Die& call) {
    Dwarf_Attribute attribute;
    Dwarf_Word file = 0, line = 0;
    if (files_of_unit_ == nullptr ||
        dwarf_formudata(dwarf_attr(&call, DW_AT_call_file, &attribute), &file) != 0 ||
        dwarf_formudata(dwarf_attr(&call, DW_AT_call_line, &attribute), &line) != 0) {
      return;
    }
    const std::uint32_t number = number_of(dwarf_filesrc(files_of_unit_, file, nullptr, nullptr));
    Dwarf_Addr base = 0, begin = 0, end = 0;
    for (std::ptrdiff_t at = 0; number != ModuleLines::kLibrary &&
                                (at = dwarf_ranges(&call, at, &base, &begin, &end)) > 0;) {
      lines_.inlined_.push_back({begin, end, number, static_cast<std::uint32_t>(line)});
    }
  }

  std::uint32_t number_of(const char* path) {
    if (path == nullptr || is_of_a_library(path)) {
      return ModuleLines::kLibrary;
    }
    std::string name = path;
    name.erase(0, name.rfind('/') + 1);
    const auto found = std::find(lines_.files_.begin(), lines_.files_.end(), name);
    const auto number = static_cast<std::uint32_t>(found - lines_.files_.begin());
    if (found == lines_.files_.end()) {
      lines_.files_.push_back(std::move(name));
    }
    return number;
  }

  ModuleLines& lines_;
  Dwarf_Files* files_of_unit_ = nullptr;
};

ModuleLines ModuleLines::of(const std::string& module) {
  ModuleLines lines;
  const int file = ::open(module.c_str(), O_RDONLY | O_CLOEXEC);
  Dwarf* dwarf = file < 0 ? nullptr : dwarf_begin(file, DWARF_C_READ);
  if (dwarf != nullptr) {
    LineReader(lines).read(dwarf);
    dwarf_end(dwarf);
  }
  if (file >= 0) {
    ::close(file);
  }
  return lines;
}

ModuleLines::Place ModuleLines::place(std::uint32_t file, std::uint32_t line) const noexcept {
  return {files_[file].c_str(), line};
}

ModuleLines::Place ModuleLines::find(std::uint64_t offset) const noexcept {
  const auto behind =
      std::upper_bound(rows_.begin(), rows_.end(), offset,
                       [](std::uint64_t address, const Row& row) { return address < row.begin; });
  if (behind == rows_.begin()) {
    return {};
  }
  const Row& row = *(behind - 1);
  if (row.file != kLibrary) {
    return place(row.file, row.line);
  }
  const auto around = std::find_if(inlined_.begin(), inlined_.end(), [offset](const Inlined& call) {
    return call.begin <= offset && offset < call.end;
  });
  return around == inlined_.end() ? Place{} : place(around->file, around->line);
}

}  // namespace warpschool::harness
