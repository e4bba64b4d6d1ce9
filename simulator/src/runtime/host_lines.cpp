#include "runtime/host_lines.hpp"

#include <cstdint>
#include <elfutils/libdwfl.h>
#include <memory>
#include <mutex>
#include <unistd.h>

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

class HostLines {
 public:
  SourceLocation find(const void* pc) {
    const auto address = static_cast<Dwarf_Addr>(reinterpret_cast<std::uintptr_t>(pc));
    const std::lock_guard lock(mutex_);
    Dwfl_Module* module = module_of(address);
    // Files that were loaded since the last look are not known yet; after a fork nothing is.
    if (module == nullptr && read_modules()) {
      module = module_of(address);
    }
    return module == nullptr ? SourceLocation{} : line_in(module, address);
  }

 private:
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
      place.file = file;
      place.line = static_cast<unsigned>(line);
      place.column = static_cast<unsigned>(column);
    }
    return place;
  }

  Dwfl_Callbacks callbacks_ = {dwfl_linux_proc_find_elf, no_other_files, nullptr, nullptr};
  std::mutex mutex_;
  std::unique_ptr<Dwfl, EndDwfl> session_;
  pid_t owner_ = 0;
};

}  // namespace

SourceLocation host_location(const void* pc) {
  static HostLines& lines = *new HostLines;  // used by reports at exit: never destroyed
  return lines.find(pc);
}

}  // namespace warpschool::sim::runtime
