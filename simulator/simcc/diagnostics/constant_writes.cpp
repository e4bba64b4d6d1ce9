// Refuses kernels that write __constant__ variables.
#include "simcc/diagnostics/constant_writes.hpp"

#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/repairs/declared_words.hpp"

namespace warpschool::simcc {
namespace {

/// The lock of host_defines.h.
constexpr const char* kConstantLock = "'warpschool_kernels_only_read_constants'";

/// Empty: the message is of no write that would be an error.
std::string told(const std::string& message) {
  VariableUse use;
  if (!read_use(message, kConstantLock, use) || !use.is_write ||
      !is_in_device_code(text_of(use.file), use.line, use.column)) {
    return {};
  }
  std::string text = with_sentence(
      message, "device code sets the __constant__ variable '" + use.name +
                   "': kernels can only read constant memory. Let the host set it with "
                   "cudaMemcpyToSymbol(" +
                   use.name + ", ...), or declare it __device__");
  const std::size_t severity = text.find("warning: ");
  text.replace(severity, 7, "error");
  const std::size_t analysis = text.find(kLockAnalysis);
  return analysis == std::string::npos ? text
                                       : text.erase(analysis, std::string(kLockAnalysis).size());
}

}  // namespace

std::vector<std::string> constant_write_options() {
  return {"-DWARPSCHOOL_TELL_CONSTANT_WRITES", "-Wthread-safety-analysis"};
}

std::string tell_constant_writes(const std::string& messages, bool& refused) {
  return rewrite_messages(messages, [&](const ClangMessage& message, std::string& all) {
    if (!message.is_warning) {
      all += message.text;
      return true;
    }
    const std::string text = told(message.text);
    refused |= !text.empty();
    all += text;
    return false;
  });
}

}  // namespace warpschool::simcc
