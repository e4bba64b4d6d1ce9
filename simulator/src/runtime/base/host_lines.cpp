// Finds the source line of a host address in the program's line table.
#include "runtime/base/host_lines.hpp"

#include "runtime/base/remote_host.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <execinfo.h>
#include <memory>
#include <mutex>
#include <string>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

/// Only what the file itself has: libdw's own search may ask servers of debug information.
template <class... Unused>
int no_other_files(Unused...) {
  return -1;
}

struct EndDwfl {
  void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
};

constexpr std::size_t kFrames = 64;

/// The scopes of `address`, a place in `unit`, from the innermost on; those around an inlined call
/// are those of the function that it was inlined into.
std::vector<Dwarf_Die> scopes_at(Dwarf_Die* unit, Dwarf_Addr address) {
  Dwarf_Die *innermost = nullptr, *around = nullptr;
  std::vector<Dwarf_Die> result;
  if (dwarf_getscopes(unit, address, &innermost) > 0) {
    if (const int count = dwarf_getscopes_die(innermost, &around); count > 0) {
      result.assign(around, around + count);
    }
  }
  std::free(around);
  std::free(innermost);
  return result;
}

/// Tables cut off the folder in which the compiler ran; the program may run in another.
std::string in_folder(const char* file, const char* folder) {
  return file[0] == '/' || folder == nullptr ? file : std::string(folder) + "/" + file;
}

/// Where `scope`, an inlined call of `unit`, was made.
SourceLocation called_at(Dwarf_Die& scope, Dwarf_Die* unit, Dwarf_Files* files) {
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0, line = 0;
  SourceLocation place;
  if (dwarf_formudata(dwarf_attr(&scope, DW_AT_call_file, &attribute), &file) == 0 &&
      dwarf_formudata(dwarf_attr(&scope, DW_AT_call_line, &attribute), &line) == 0) {
    if (const char* name = dwarf_filesrc(files, file, nullptr, nullptr); name != nullptr) {
      place.file = in_folder(name, dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute)));
      place.line = static_cast<unsigned>(line);
    }
  }
  return place;
}

class HostLines {
 public:
  SourceLocation find(const void* pc) {
    const auto address = static_cast<Dwarf_Addr>(reinterpret_cast<std::uintptr_t>(pc));
    const std::lock_guard lock(mutex_);
    Dwfl_Module* module = module_at(address);
    return module == nullptr ? SourceLocation{} : line_in(module, address);
  }

  /// The innermost line at `pc` that is in no library; line 0 if there is none. A program may make
  /// thousands of vectors: answers are kept.
  SourceLocation find_own(const void* pc) {
    const auto address = static_cast<Dwarf_Addr>(reinterpret_cast<std::uintptr_t>(pc));
    const std::lock_guard lock(mutex_);
    const auto known = own_.find(address);
    return known != own_.end() ? known->second : own_[address] = look_for_own(address);
  }

 private:
  SourceLocation look_for_own(Dwarf_Addr address) {
    Dwfl_Module* module = module_at(address);
    if (module == nullptr) {
      return {};
    }
    const SourceLocation innermost = line_in(module, address);
    return innermost.line != 0 && is_in_a_library(innermost) ? caller_of_inlined(module, address)
                                                             : innermost;
  }

  static SourceLocation caller_of_inlined(Dwfl_Module* module, Dwarf_Addr address) {
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias);
    Dwarf_Files* files = nullptr;
    if (unit == nullptr || dwarf_getsrcfiles(unit, &files, nullptr) != 0) {
      return {};
    }
    for (Dwarf_Die& scope : scopes_at(unit, address - bias)) {
      if (dwarf_tag(&scope) == DW_TAG_inlined_subroutine) {
        SourceLocation place = called_at(scope, unit, files);
        if (place.line != 0 && !is_in_a_library(place)) {
          return place;
        }
      }
    }
    return {};
  }

  Dwfl_Module* module_at(Dwarf_Addr address) {
    Dwfl_Module* module = module_of(address);
    // Files that were loaded since the last look are not known yet; after a fork nothing is.
    if (module == nullptr && read_modules()) {
      module = module_of(address);
    }
    return module;
  }
  Dwfl_Module* module_of(Dwarf_Addr address) const {
    return session_ && owner_ == getpid() ? dwfl_addrmodule(session_.get(), address) : nullptr;
  }

  bool read_modules() {
    session_.reset(dwfl_begin(&callbacks_));
    owner_ = getpid();
    return session_ && dwfl_linux_proc_report(session_.get(), owner_) == 0 &&
           dwfl_report_end(session_.get(), nullptr, nullptr) == 0;
  }

  static SourceLocation line_in(Dwfl_Module* module, Dwarf_Addr address) {
    SourceLocation place;
    Dwfl_Line* row = dwfl_module_getsrc(module, address);
    int line = 0, column = 0;
    const char* file =
        row == nullptr ? nullptr : dwfl_lineinfo(row, nullptr, &line, &column, nullptr, nullptr);
    if (file != nullptr && line > 0) {
      place.file = in_folder(file, dwfl_line_comp_dir(row));
      place.line = static_cast<unsigned>(line);
      place.column = static_cast<unsigned>(column);
    }
    return place;
  }

  Dwfl_Callbacks callbacks_ = {dwfl_linux_proc_find_elf, no_other_files, nullptr, nullptr};
  std::mutex mutex_;
  std::unique_ptr<Dwfl, EndDwfl> session_;
  std::unordered_map<Dwarf_Addr, SourceLocation> own_;
  pid_t owner_ = 0;
};

const void* file_of(const void* pc) {
  Dl_info info;
  return ::dladdr(pc, &info) != 0 ? info.dli_fbase : nullptr;
}

HostLines& host_lines() {
  static HostLines& lines = *new HostLines;  // used by reports at exit: never destroyed
  return lines;
}

}  // namespace

SourceLocation host_location(const void* pc) {
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    return remote->line(RemoteHost::Line::kOfCode, pc);
  }
  return host_lines().find(pc);
}

bool is_in_a_library(const SourceLocation& place) {
  const std::string& file = place.file;
  return file.find("/include/c++/") != std::string::npos ||
         file.find("/toolkit/include/") != std::string::npos || file.rfind("/usr/include/", 0) == 0;
}

SourceLocation program_location(const void* pc) {
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    return remote->line(RemoteHost::Line::kOfProgram, pc);
  }
  SourceLocation place = host_lines().find_own(pc);
  std::array<void*, kFrames> frames{};
  const int depth = place.line != 0 ? 0 : ::backtrace(frames.data(), static_cast<int>(kFrames));
  const auto is_here = [pc](const void* after) {
    return static_cast<const char*>(after) - 1 == pc;
  };
  auto frame = std::find_if(frames.begin(), frames.begin() + depth, is_here);
  for (; place.line == 0 && frame < frames.begin() + depth; ++frame) {
    place = host_lines().find_own(static_cast<const char*>(*frame) - 1);
  }
  return place.line != 0 ? place : host_location(pc);
}

bool is_of_the_runtime(const void* pc) {
  static const void* const ours = file_of(reinterpret_cast<const void*>(&is_of_the_runtime));
  return file_of(pc) == ours;
}

SourceLocation calling_line() {
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    return remote->line(RemoteHost::Line::kCalling, nullptr);
  }
  std::array<void*, kFrames> frames{};
  const int depth = ::backtrace(frames.data(), static_cast<int>(kFrames));
  for (int i = 0; i < depth; ++i) {
    const char* const pc = static_cast<const char*>(frames[static_cast<std::size_t>(i)]) - 1;
    if (is_of_the_runtime(pc)) {
      continue;
    }
    SourceLocation place = host_lines().find_own(pc);
    if (place.line != 0) {
      return place;
    }
  }
  return {};
}

}  // namespace warpschool::sim::runtime
