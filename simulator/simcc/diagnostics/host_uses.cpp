// Tells of host code that uses a __device__ or __constant__ variable as its own.
#include "simcc/diagnostics/host_uses.hpp"

#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/repairs/declared_words.hpp"
#include "simcc/repairs/source_repairs.hpp"

#include <algorithm>

namespace warpschool::simcc {
namespace {

/// The lock of host_defines.h.
constexpr const char* kHostLock = "'warpschool_host_has_no_device_variables'";

bool has(const std::vector<std::string>& words, const char* word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The declaration's words in the first of `files` that has one.
std::vector<std::string> declared(const std::string& name, const std::vector<std::string>& files) {
  Macros macros;
  for (const std::string& file : files) {
    add_macros(text_of(file), macros);
  }
  for (const std::string& file : files) {
    if (std::vector<std::string> words = declaration_of(text_of(file), name, macros);
        !words.empty()) {
      return words;
    }
  }
  return {};
}

bool is_none(const VariableUse& use, const std::vector<std::string>& declaration) {
  const bool is_constant =
      has(declaration, "constexpr") || (has(declaration, "const") && !has(declaration, "*"));
  // Qualifiers that cannot be found may be those of a managed variable.
  return declaration.empty() || has(declaration, "__managed__") || is_constant ||
         is_in_device_code(text_of(use.file), use.line, use.column);
}

/// @param is_pointer it may be meant to be given to cudaMalloc, or to a kernel.
std::string sentence(const VariableUse& use, const char* qualifier, bool is_pointer) {
  const std::string it = std::string("the ") + qualifier + " variable '" + use.name + "'";
  if (use.is_write) {
    return "host code sets " + it +
           ", but only a host variable of that name: kernels do not see it. Use "
           "cudaMemcpyToSymbol(" +
           use.name + ", &value, sizeof(value))";
  }
  return "host code reads " + it +
         ", and gets a host variable of that name, of which kernels know nothing. " +
         (is_pointer
              ? "Keep the pointer of cudaMalloc in a variable of the host and pass it to the "
                "kernel, or set this one with cudaMemcpyToSymbol(" +
                    use.name + ", &pointer, sizeof(pointer))"
              : "Copy it with cudaMemcpyFromSymbol(&value, " + use.name + ", sizeof(value))");
}

/// Empty: there is nothing to be said.
std::string told(const ClangMessage& message, const std::vector<std::string>& files) {
  if (message.text.find(kLockAnalysis) == std::string::npos) {
    return message.text;
  }
  VariableUse use;
  if (!read_use(message.text, kHostLock, use)) {
    return {};  // of locks in the program itself, which nobody asked about
  }
  const std::vector<std::string> declaration = declared(use.name, files);
  if (is_none(use, declaration)) {
    return {};
  }
  const char* const qualifier = has(declaration, "__constant__") ? "__constant__" : "__device__";
  return with_sentence(message.text, sentence(use, qualifier, has(declaration, "*")));
}

/// LLVM calls the text of a printf ".str"; the NVPTX back end writes "_$_" for a dot, or "$".
bool is_of_a_text(const std::string& line) {
  return line.find(" $str") != std::string::npos || line.find(" _$_str") != std::string::npos;
}

}  // namespace

bool has_device_variables(std::istream& ptx) {
  for (std::string line; std::getline(ptx, line);) {
    const bool is_variable =
        line.find(".global ") != std::string::npos || line.find(".const ") != std::string::npos;
    if (is_variable && line[0] == '.' && !is_of_a_text(line)) {
      return true;
    }
  }
  return false;
}

std::vector<std::string> host_use_options() {
  // The lock is an attribute of __device__, which stands before functions, too.
  return {"-DWARPSCHOOL_TELL_HOST_USES", "-Wthread-safety-analysis",
          "-Wno-error=thread-safety-analysis", "-Wno-ignored-attributes"};
}

std::string tell_host_uses(const std::string& messages, const std::string& source,
                           const std::vector<std::string>& folders) {
  if (messages.find(kLockAnalysis) == std::string::npos) {
    return messages;
  }
  const std::vector<std::string> files = files_of_source(source, folders);
  return rewrite_messages(messages, [&](const ClangMessage& message, std::string& all) {
    const std::string text = told(message, files);
    all += text;
    return !text.empty();
  });
}

}  // namespace warpschool::simcc
