// Keeps registered PTX, kernels and variables, and loads them on first use.
#include "runtime/core/registered_modules.hpp"

#include "runtime/base/remote_host.hpp"
#include "warpschool/sim/linking.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

namespace warpschool::sim::runtime {
namespace {

constexpr std::string_view kMark = "// warpschool-ptx 1 ";

/// Bytes of a host variable that are looked at: what programs assign are numbers and pointers.
constexpr std::uint64_t kCompared = 256;

/// What a variable of the host holds.
std::string bytes_of_host(const void* variable, std::size_t bytes) {
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    std::string copy(bytes, '\0');
    remote->read(copy.data(), variable, bytes);
    return copy;
  }
  return {static_cast<const char*>(variable), bytes};
}

}  // namespace

PtxFile* Modules::add_file(const char* image) {
  auto file = std::make_unique<PtxFile>();
  if (image != nullptr && std::strncmp(image, kMark.data(), kMark.size()) == 0) {
    file->text = image;
    const std::size_t line_end = std::min(file->text.find('\n'), file->text.size());
    file->source_name = std::string(file->text.substr(kMark.size(), line_end - kMark.size()));
  }
  files_.push_back(std::move(file));
  return files_.back().get();
}

PtxFile* Modules::add_text(std::string text, std::string source_name) {
  auto file = std::make_unique<PtxFile>();
  file->own_text = std::move(text);
  file->text = file->own_text;
  file->source_name = std::move(source_name);
  files_.push_back(std::move(file));
  return files_.back().get();
}

void Modules::add_kernel(PtxFile* file, const void* host_function, std::string name) {
  kernels_[host_function] = {file, std::move(name), 0};
}

void Modules::add_symbol(PtxFile* file, void* host_variable, std::string name,
                         std::uint64_t bytes) {
  if (is_managed(host_variable)) {
    file->managed.push_back({name, host_variable, bytes});
    symbols_[host_variable] = {file, std::move(name), bytes, {}};
    return;
  }
  std::string initial = bytes_of_host(host_variable, std::min(bytes, kCompared));
  symbols_[host_variable] = {file, std::move(name), bytes, std::move(initial)};
}

void Modules::add_texture_reference(PtxFile* file, const void* host_variable, std::string name) {
  symbols_[host_variable] = {file, std::move(name), sizeof(std::uint64_t), {}};
}

void Modules::add_managed_section(const void* begin, const void* end) {
  managed_sections_.emplace_back(begin, end);
}

bool Modules::is_managed(const void* host_variable) const {
  const std::less<> before;
  return std::any_of(managed_sections_.begin(), managed_sections_.end(), [&](const auto& section) {
    return !before(host_variable, section.first) && before(host_variable, section.second);
  });
}

void Modules::remove_file(PtxFile* file, Device* device) {
  for (auto it = kernels_.begin(); it != kernels_.end();) {
    it = it->second.file == file ? kernels_.erase(it) : std::next(it);
  }
  for (auto it = symbols_.begin(); it != symbols_.end();) {
    it = it->second.file == file ? symbols_.erase(it) : std::next(it);
  }
  if (file->module != nullptr && device != nullptr) {
    Module* module = file->module;
    for (PtxFile* other : linked_with(*file)) {
      other->module = nullptr;  // what stays is linked anew when it is used
    }
    device->unload(module);
  }
  files_.erase(std::remove_if(files_.begin(), files_.end(),
                              [&](const auto& held) { return held.get() == file; }),
               files_.end());
}

KernelEntry* Modules::kernel(const void* host_function) {
  const auto found = kernels_.find(host_function);
  return found == kernels_.end() ? nullptr : &found->second;
}

const SymbolEntry* Modules::symbol(const void* host_variable) const {
  const auto found = symbols_.find(host_variable);
  return found == symbols_.end() ? nullptr : &found->second;
}

std::vector<const SymbolEntry*> Modules::written_by_host(const PtxFile* file) const {
  std::vector<const SymbolEntry*> list;
  for (const auto& [host, entry] : symbols_) {
    if (entry.file == file && bytes_of_host(host, entry.initial.size()) != entry.initial) {
      list.push_back(&entry);
    }
  }
  std::sort(list.begin(), list.end(),
            [](const SymbolEntry* a, const SymbolEntry* b) { return a->name < b->name; });
  return list;
}

const SymbolEntry* Modules::symbol_at(std::uintptr_t address) const {
  for (const auto& [host, entry] : symbols_) {
    if (address - reinterpret_cast<std::uintptr_t>(host) < entry.bytes) {
      return &entry;
    }
  }
  return nullptr;
}

bool Modules::load(PtxFile& file, Device& device, std::string& complaint) {
  if (file.module != nullptr) {
    return true;
  }
  if (file.text.empty()) {
    complaint =
        "this program's kernels were not compiled by simcc; nvcc's code runs on real GPUs only";
    return false;
  }
  if (file.failed) {
    complaint = "the kernels of " + file.source_name + " could not be loaded";
    return false;
  }
  std::vector<PtxSource> sources;
  std::vector<HostVariable> managed;
  const std::vector<PtxFile*> files = linked_with(file);
  for (const PtxFile* each : files) {
    sources.push_back({each->text, each->source_name});
    for (const HostVariable& variable : each->managed) {
      managed.push_back(variable);
      managed.push_back(
          {local_name_in_link(variable.name, sources.size() - 1), variable.host, variable.bytes});
    }
  }
  Result<Module*> loaded = file.linked_into == nullptr
                               ? device.load(file.text, file.source_name, managed)
                               : device.load_linked(sources, managed);
  for (PtxFile* each : files) {
    each->failed = !loaded;
    each->module = loaded ? *loaded : nullptr;
  }
  if (loaded && file.linked_into != nullptr) {
    adopt_local_names(files);
  }
  if (!loaded) {
    complaint = "the kernels of " + file.source_name + " could not be loaded:";
    for (const Diagnostic& diagnostic : loaded.diagnostics()) {
      Diagnostic told = diagnostic;
      told.file = "PTX";  // lines and columns are of that, not of the source
      complaint += "\n  " + to_string(told);
    }
  }
  return static_cast<bool>(loaded);
}

void Modules::link_managed(PtxFile& file, Device& device) {
  const std::vector<PtxFile*> files = linked_with(file);
  const bool has_managed = std::any_of(files.begin(), files.end(),
                                       [](const PtxFile* each) { return !each->managed.empty(); });
  if (!has_managed) {
    return;
  }
  Module* before = nullptr;
  for (PtxFile* each : files) {
    before = each->module != nullptr ? each->module : before;
    each->module = nullptr;
  }
  if (before != nullptr) {
    device.unload(before);
  }
  std::string incomplete;
  if (!load(file, device, incomplete)) {
    std::for_each(files.begin(), files.end(), [](PtxFile* each) { each->failed = false; });
  }
}

/// Kernels and variables that are local to one of the linked files go by another name there.
void Modules::adopt_local_names(const std::vector<PtxFile*>& files) {
  const auto part_of = [&](const PtxFile* file) {
    return static_cast<std::size_t>(std::find(files.begin(), files.end(), file) - files.begin());
  };
  for (auto& [host, kernel] : kernels_) {
    const std::string local = local_name_in_link(kernel.name, part_of(kernel.file));
    if (kernel.file->module == files.front()->module &&
        Device::kernel(*kernel.file->module, local) != nullptr) {
      kernel.name = local;
    }
  }
  for (auto& [host, symbol] : symbols_) {
    const Module* const module = symbol.file->module;
    if (module != files.front()->module) {
      continue;
    }
    const std::string local = local_name_in_link(symbol.name, part_of(symbol.file));
    if (Device::variable(*module, local) != nullptr) {
      symbol.name = local;
    } else if (Device::variable(*module, symbol.name) == nullptr) {
      symbol.name = name_without_ending(symbol.name);
    }
  }
}

std::vector<PtxFile*> Modules::linked_with(PtxFile& file) const {
  if (file.linked_into == nullptr) {
    return {&file};
  }
  std::vector<PtxFile*> files;
  for (const auto& held : files_) {
    if (held->linked_into == file.linked_into && !held->text.empty()) {
      files.push_back(held.get());
    }
  }
  return files;
}

void Modules::forget_loaded() {
  for (const auto& file : files_) {
    file->module = nullptr;
    file->failed = false;
  }
}

}  // namespace warpschool::sim::runtime
