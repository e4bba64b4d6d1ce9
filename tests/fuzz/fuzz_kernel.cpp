// Any bytes as PTX, parsed, lowered and run with a small limit of work: diagnostics and faults,
// never a crash, a hang or a sanitizer's report. The seeds are the golden programs.
#include "warpschool/sim/device.hpp"

#include <cstdlib>
#include <cstring>
#include <string>

using namespace warpschool::sim;

namespace {

/// The names of entries: words after ".entry". A wrong guess is a launch that is refused.
std::vector<std::string> entries_in(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = text.find(".entry"); at != std::string::npos && names.size() < 4;
       at = text.find(".entry", at + 1)) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n", at + 6);
    const std::size_t end = text.find_first_of(" \t\r\n(", begin);
    if (begin != std::string::npos && end != std::string::npos) {
      names.push_back(text.substr(begin, end - begin));
    }
  }
  return names;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  DeviceOptions options;
  options.checks = {true, true, true};
  options.max_thread_instructions = 20'000;
  Device device(*find_profile("h200"), options);
  const auto module = device.load(text, "fuzz.ptx");
  if (!module) {
    if (module.diagnostics().empty()) {
      std::abort();
    }
    return 0;
  }
  const Allocation* buffer = device.memory().allocate(4096, AllocationKind::kDevice);
  std::memset(buffer->backing, 0, 4096);
  for (const std::string& name : entries_in(text)) {
    const KernelInfo* kernel = Device::kernel(**module, name);
    if (kernel == nullptr || kernel->parameter_bytes > 4096) {
      continue;
    }
    std::vector<std::byte> parameters(kernel->parameter_bytes);
    for (std::size_t at = 0; at + 8 <= parameters.size(); at += 8) {
      std::memcpy(parameters.data() + at, &buffer->begin, 8);
    }
    const LaunchOutcome outcome =
        device.launch(**module, name, {{2, 1, 1}, {33, 1, 1}, 0, false}, parameters);
    for (const Fault& fault : outcome.faults) {
      if (to_string(fault.kind) == std::string()) {
        std::abort();
      }
    }
  }
  return 0;
}
