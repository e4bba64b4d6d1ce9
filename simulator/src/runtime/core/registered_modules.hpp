// What the program's static constructors registered: files of PTX, kernels and variables; loaded
// when first used.
#pragma once

#include "warpschool/sim/device.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpschool::sim::runtime {

/// One compiled file, embedded by simcc.
struct PtxFile {
  std::string_view text;  ///< empty: not ours, never loads
  std::string source_name;
  std::string own_text;      ///< of a module that was loaded while the program ran
  Module* module = nullptr;  ///< nullptr until loaded
  bool failed = false;
  /// Relocatable device code: files with the same object are linked before they are loaded.
  const void* linked_into = nullptr;
  std::vector<HostVariable> managed;  ///< __managed__ variables: the device uses the host's copy
};

struct KernelEntry {
  PtxFile* file = nullptr;
  std::string name;
  std::uint64_t dynamic_shared_limit = 0;  ///< by cudaFuncSetAttribute
};

struct SymbolEntry {
  PtxFile* file = nullptr;
  std::string name;
  std::uint64_t bytes = 0;
  /// The first bytes of the host variable, which kernels never see, as they were when it was
  /// registered; none if it is managed.
  std::string initial;
};

class Modules {
 public:
  /// @param image what clang embedded: PTX with simcc's first line, or something foreign, which
  /// never loads.
  PtxFile* add_file(const char* image);
  /// @param text PTX that the program brings.
  PtxFile* add_text(std::string text, std::string source_name);
  void add_kernel(PtxFile* file, const void* host_function, std::string name);
  void add_symbol(PtxFile* file, void* host_variable, std::string name, std::uint64_t bytes);
  /// @param host_variable a texture reference, whose settings host code writes.
  void add_texture_reference(PtxFile* file, const void* host_variable, std::string name);
  /// Variables registered within [begin, end) are managed.
  void add_managed_section(const void* begin, const void* end);
  const std::vector<std::pair<const void*, const void*>>& managed_sections() const {
    return managed_sections_;
  }
  /// Forgets a file and all that came from it.
  void remove_file(PtxFile* file, Device* device);

  KernelEntry* kernel(const void* host_function);
  const SymbolEntry* symbol(const void* host_variable) const;
  /// The symbol whose host variable has the byte at `address`, or nullptr.
  const SymbolEntry* symbol_at(std::uintptr_t address) const;

  /// The variables of `file` whose host variable is another than at first, by name: host code has
  /// written to it.
  std::vector<const SymbolEntry*> written_by_host(const PtxFile* file) const;

  /// Loads the file, and what it is linked with, if it is not loaded; false with the reasons in
  /// `complaint` if it cannot be.
  bool load(PtxFile& file, Device& device, std::string& complaint);
  /// One more of the files that are linked with `file` was registered. If any of them has managed
  /// variables, loads them all, so that these have their first values when main begins; what is
  /// still missing comes with the next one.
  void link_managed(PtxFile& file, Device& device);
  /// The device was reset: everything is to be loaded again.
  void forget_loaded();

 private:
  std::vector<PtxFile*> linked_with(PtxFile& file) const;
  void adopt_local_names(const std::vector<PtxFile*>& files);

  std::vector<std::unique_ptr<PtxFile>> files_;
  std::unordered_map<const void*, KernelEntry> kernels_;
  bool is_managed(const void* host_variable) const;

  std::unordered_map<const void*, SymbolEntry> symbols_;
  std::vector<std::pair<const void*, const void*>> managed_sections_;
};

}  // namespace warpschool::sim::runtime
