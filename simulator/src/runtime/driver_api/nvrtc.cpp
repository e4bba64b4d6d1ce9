// NVRTC: simcc, which lies beside this library, compiles the program's text in a folder that is
// gone afterwards.
#include "runtime/base/symbol_names.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <nvrtc.h>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <utility>
#include <vector>

/// One text to be compiled, and what came of it.
struct _nvrtcProgram {
  std::string source, name;
  std::vector<std::pair<std::string, std::string>> headers;  ///< names and texts
  std::vector<std::string> expressions;
  std::map<std::string, std::string> lowered;  ///< by expression
  std::string ptx, log;
  bool compiled = false;
};

namespace warpschool::sim::runtime {
namespace {

namespace fs = std::filesystem;

/// A folder for one compilation.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "nvrtc-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data()) == nullptr ? "" : pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) {
      fs::remove_all(path_, ignored);
    }
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  bool exists() const { return !path_.empty(); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

bool write_file(const fs::path& path, const std::string& text) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  std::ofstream out(path, std::ios::binary);
  out << text;
  return static_cast<bool>(out);
}

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) {
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return text + "'";
}

/// The compiler: bin/simcc beside the folder of this library, else the one in PATH.
std::string simcc_path() {
  Dl_info here{};
  if (::dladdr(reinterpret_cast<const void*>(&simcc_path), &here) != 0 &&
      here.dli_fname != nullptr) {
    std::error_code error;
    const fs::path library = fs::canonical(here.dli_fname, error);
    const fs::path beside = library.parent_path().parent_path() / "bin" / "simcc";
    if (!error && fs::exists(beside, error)) {
      return beside.string();
    }
  }
  return "simcc";
}

/// Options of NVRTC that simcc has no use for.
bool is_passed_over(const std::string& option) {
  static constexpr std::array kNames = {"default-device",    "dopt",     "device-int128",
                                        "extra-device",      "minimal",  "builtin-",
                                        "device-as-default", "no-source"};
  const std::string name = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](const char* known) { return name.rfind(known, 0) == 0; });
}

/// The text, with a use of each kernel that the program wants to know the name of: templates are
/// compiled only where they are used.
std::string text_of(const _nvrtcProgram& program) {
  std::string text = fmt::format("#line 1 \"{}\"\n{}\n", program.name, program.source);
  for (std::size_t i = 0; i < program.expressions.size(); ++i) {
    const std::string& expression = program.expressions[i];
    const char* address_of = expression.find('&') == std::string::npos ? "&" : "";
    text += fmt::format("void warpschool_name_{}() {{ (void)(const void*)({}{}); }}\n", i,
                        address_of, expression);
  }
  return text;
}

std::string squeezed(const std::string& text) {
  std::string left;
  std::copy_if(text.begin(), text.end(), std::back_inserter(left),
               [](char c) { return c != ' ' && c != '&'; });
  return left;
}

/// Every name of a kernel or a variable in PTX: the word before a parenthesis, bracket or sign.
std::vector<std::string> names_in(const std::string& ptx) {
  std::vector<std::string> names;
  std::istringstream lines(ptx);
  for (std::string line; std::getline(lines, line);) {
    const bool is_kernel = line.find(".entry ") != std::string::npos;
    const bool is_variable =
        line.rfind(".visible .", 0) == 0 &&
        (line.find(".global ") != std::string::npos || line.find(".const ") != std::string::npos);
    if (is_kernel || is_variable) {
      std::string before = line.substr(0, line.find_first_of("([=;"));
      before.erase(before.find_last_not_of(' ') + 1);
      names.push_back(before.substr(before.find_last_of(' ') + 1));
    }
  }
  return names;
}

void find_lowered_names(_nvrtcProgram& program) {
  for (const std::string& name : names_in(program.ptx)) {
    const std::string readable = squeezed(readable_name(name));
    for (const std::string& expression : program.expressions) {
      if (squeezed(expression) == readable || squeezed(expression) == "::" + readable) {
        program.lowered[expression] = name;
      }
    }
  }
}

/// Runs simcc; its messages become the log. @return its exit status.
int run_compiler(_nvrtcProgram& program, const Scratch& scratch,
                 const std::vector<std::string>& options) {
  std::string line = quoted(simcc_path()) + " -ptx -I" + quoted(scratch.file("include"));
  for (const std::string& option : options) {
    if (!is_passed_over(option)) {
      line += " " + quoted(option);
    }
  }
  line += " -o " + quoted(scratch.file("out.ptx")) + " " + quoted(scratch.file("program.cu"));
  std::FILE* pipe = ::popen((line + " 2>&1").c_str(), "r");
  if (pipe == nullptr) {
    return -1;
  }
  std::array<char, 4096> buffer{};
  for (std::size_t got = 1; got > 0;) {
    got = std::fread(buffer.data(), 1, buffer.size(), pipe);
    program.log.append(buffer.data(), got);
  }
  const int status = ::pclose(pipe);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

nvrtcResult compile(_nvrtcProgram& program, const std::vector<std::string>& options) {
  const Scratch scratch;
  bool written = scratch.exists() && write_file(scratch.file("program.cu"), text_of(program));
  for (const auto& [name, text] : program.headers) {
    written = written && write_file(scratch.file("include/" + name), text);
  }
  if (!written) {
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
  program.log.clear();
  if (run_compiler(program, scratch, options) != 0) {
    return program.log.find("unknown option") != std::string::npos ? NVRTC_ERROR_INVALID_OPTION
                                                                   : NVRTC_ERROR_COMPILATION;
  }
  std::ifstream in(scratch.file("out.ptx"), std::ios::binary);
  program.ptx.assign(std::istreambuf_iterator<char>(in), {});
  program.compiled = !program.ptx.empty();
  find_lowered_names(program);
  return program.compiled ? NVRTC_SUCCESS : NVRTC_ERROR_INTERNAL_ERROR;
}

nvrtcResult give_size(nvrtcProgram program, const std::string& text, bool is_there,
                      std::size_t* bytes) {
  if (program == nullptr || bytes == nullptr) {
    return program == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
  }
  *bytes = text.size() + 1;
  return is_there ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult give_text(nvrtcProgram program, const std::string& text, bool is_there, char* to) {
  if (program == nullptr || to == nullptr || !is_there) {
    return to == nullptr ? NVRTC_ERROR_INVALID_INPUT : NVRTC_ERROR_INVALID_PROGRAM;
  }
  std::memcpy(to, text.c_str(), text.size() + 1);
  return NVRTC_SUCCESS;
}

/// Nothing of the program's is thrown over the border of C.
template <class F>
nvrtcResult guarded(F&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return NVRTC_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
}

const std::string& ptx_of(nvrtcProgram program) {
  static const std::string none;
  return program == nullptr ? none : program->ptx;
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are NVRTC's
extern "C" {

const char* nvrtcGetErrorString(nvrtcResult result) {
  static constexpr std::array kNames = {"NVRTC_SUCCESS",
                                        "NVRTC_ERROR_OUT_OF_MEMORY",
                                        "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                        "NVRTC_ERROR_INVALID_INPUT",
                                        "NVRTC_ERROR_INVALID_PROGRAM",
                                        "NVRTC_ERROR_INVALID_OPTION",
                                        "NVRTC_ERROR_COMPILATION",
                                        "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                        "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                        "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                        "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                        "NVRTC_ERROR_INTERNAL_ERROR"};
  const auto index = static_cast<std::size_t>(result);
  return index < kNames.size() ? kNames[index] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) {
    return NVRTC_ERROR_INVALID_INPUT;
  }
  *major = 12;
  *minor = 0;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int* count) {
  if (count == nullptr) {
    return NVRTC_ERROR_INVALID_INPUT;
  }
  *count = 1;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int* architectures) {
  if (architectures == nullptr) {
    return NVRTC_ERROR_INVALID_INPUT;
  }
  *architectures = 70;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* source, const char* name,
                               int header_count, const char* const* headers,
                               const char* const* include_names) {
  return guarded([&] {
    if (program == nullptr || source == nullptr || header_count < 0 ||
        (header_count > 0 && (headers == nullptr || include_names == nullptr))) {
      return NVRTC_ERROR_INVALID_INPUT;
    }
    auto made = std::make_unique<_nvrtcProgram>();
    made->source = source;
    made->name = name == nullptr || *name == '\0' ? "default_program" : name;
    for (int i = 0; i < header_count; ++i) {
      made->headers.emplace_back(include_names[i], headers[i]);
    }
    *program = made.release();
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  if (program == nullptr || *program == nullptr) {
    return NVRTC_ERROR_INVALID_PROGRAM;
  }
  delete std::exchange(*program, nullptr);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count,
                                const char* const* options) {
  return guarded([&] {
    if (program == nullptr) {
      return NVRTC_ERROR_INVALID_PROGRAM;
    }
    if (option_count < 0 || (option_count > 0 && options == nullptr)) {
      return NVRTC_ERROR_INVALID_INPUT;
    }
    return compile(*program, std::vector<std::string>(options, options + option_count));
  });
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t* bytes) {
  return give_size(program, ptx_of(program), program != nullptr && program->compiled, bytes);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* ptx) {
  return give_text(program, ptx_of(program), program != nullptr && program->compiled, ptx);
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t* bytes) {
  return nvrtcGetPTXSize(program, bytes);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* cubin) {
  return nvrtcGetPTX(program, cubin);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t* bytes) {
  return program == nullptr ? NVRTC_ERROR_INVALID_PROGRAM
                            : give_size(program, program->log, true, bytes);
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log) {
  return program == nullptr ? NVRTC_ERROR_INVALID_PROGRAM
                            : give_text(program, program->log, true, log);
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char* expression) {
  return guarded([&] {
    if (program == nullptr || expression == nullptr) {
      return program == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    }
    if (program->compiled) {
      return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    }
    program->expressions.emplace_back(expression);
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char* expression, const char** name) {
  return guarded([&] {
    if (program == nullptr || expression == nullptr || name == nullptr) {
      return program == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    }
    if (!program->compiled) {
      return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    }
    const auto found = program->lowered.find(expression);
    if (found == program->lowered.end()) {
      return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    }
    *name = found->second.c_str();
    return NVRTC_SUCCESS;
  });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
