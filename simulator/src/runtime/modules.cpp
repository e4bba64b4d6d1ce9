#include "runtime/modules.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

namespace warpschool::sim::runtime {
namespace {

constexpr std::string_view kMark = "// warpschool-ptx 1 ";

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

void Modules::add_kernel(PtxFile* file, const void* host_function, std::string name) {
  kernels_[host_function] = {file, std::move(name), 0};
}

void Modules::add_symbol(PtxFile* file, void* host_variable, std::string name,
                         std::uint64_t bytes) {
  if (is_managed(host_variable)) {
    file->managed.push_back({name, host_variable});
  }
  symbols_[host_variable] = {file, std::move(name), bytes};
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
    device->unload(file->module);
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
  Result<Module*> loaded = device.load(file.text, file.source_name, file.managed);
  if (!loaded) {
    file.failed = true;
    complaint = "the kernels of " + file.source_name + " could not be loaded:";
    for (const Diagnostic& diagnostic : loaded.diagnostics()) {
      complaint += "\n  " + to_string(diagnostic);
    }
    return false;
  }
  file.module = *loaded;
  return true;
}

void Modules::forget_loaded() {
  for (const auto& file : files_) {
    file->module = nullptr;
    file->failed = false;
  }
}

}  // namespace warpschool::sim::runtime
