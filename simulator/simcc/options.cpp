#include "options.hpp"

#include "ignored_options.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string_view>

namespace warpschool::simcc {
namespace {

namespace fs = std::filesystem;

/// How an option's value is written.
enum class Value {
  kNone,      ///< -c
  kJoined,    ///< -O2, -Wall: the rest of the word
  kRequired,  ///< -o x, -ox, -o=x
  kSeparate   ///< -include x, --include=x: never glued on
};

class Parser;
using Action = void (*)(Parser&, const std::string& value);

struct Rule {
  std::string_view name;
  Value value;
  Action action;
};

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& words) : words_(words) {}

  Result<Options> parse();

  Options options;
  bool shared = false;
  bool treat_all_as_cuda = false;
  bool make_dependencies = false;
  bool skip_system_headers = false;
  bool forward_unknown = false;  ///< to the host's compiler

  /// The next word, taken, if it is one digit; else nothing.
  std::string take_digit() {
    const bool is_digit = next_ < words_.size() && words_[next_].size() == 1 &&
                          words_[next_][0] >= '0' && words_[next_][0] <= '9';
    return is_digit ? words_[next_++] : std::string();
  }

  void complain(std::string message, std::string help = {}) {
    diagnostics_.push_back({"", 0, 0, std::move(message), std::move(help)});
  }

 private:
  void option(const std::string& word);
  bool apply(const Rule& rule, const std::string& word);
  void input(const std::string& path);
  void finish();

  const std::vector<std::string>& words_;
  std::size_t next_ = 0;
  Diagnostics diagnostics_;
};

/// Values of -Xcompiler and its kin: a list by commas or blanks, with quotes as a shell takes them.
std::vector<std::string> split_commas(const std::string& text) {
  std::vector<std::string> parts{""};
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      parts.back() += text[++i];
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (quote == 0 && (c == ',' || c == ' ')) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  parts.erase(std::remove(parts.begin(), parts.end(), ""), parts.end());
  return parts;
}

void append(std::vector<std::string>& to, std::vector<std::string> words) {
  to.insert(to.end(), words.begin(), words.end());
}

void set_architecture(Parser& p, const std::string& value) {
  // sm_80, compute_80, arch=compute_80,code=[sm_80,compute_80], native, all, all-major
  for (const char* prefix : {"sm_", "compute_"}) {
    const std::size_t at = value.find(prefix);
    if (at != std::string::npos) {
      p.options.architecture = value.substr(at, value.find_first_of(",]\" ", at) - at);
      return;
    }
  }
}

/// nvcc's libraries ask for C++14 at least; what is right in an older dialect is right in that one.
void set_dialect(Parser& p, const std::string& value) {
  std::string dialect = value;
  for (const char* older : {"++98", "++03", "++0x", "++11"}) {
    if (const std::size_t at = dialect.find(older); at != std::string::npos) {
      dialect = dialect.substr(0, at) + "++14";
    }
  }
  p.options.standard = "-std=" + dialect;
}

void set_relocatable(Parser& p, const std::string& value) {
  p.options.relocatable = value == "true";
}

void compile_relocatable(Parser& p, const std::string&) {
  p.options.product = Product::kObject;
  p.options.relocatable = true;
}

void compile_whole_program(Parser& p, const std::string&) {
  p.options.product = Product::kObject;
  p.options.relocatable = false;
}

/// -O3, -O 3, or -O alone.
void set_level(Parser& p, const std::string& value) {
  const std::string level = value.empty() ? p.take_digit() : value;
  p.options.optimisation = "-O" + (level.empty() ? "2" : level);
}

void refuse_device_binary(Parser& p, const std::string&) {
  p.complain("cubin and fatbin files are code of real GPUs", "--ptx gives the kernels as text");
}

void set_ftz(Parser& p, const std::string& value) {
  p.options.flush_denormals = value == "true";
}

void set_fmad(Parser& p, const std::string& value) {
  p.options.contract = value != "false";
}

void warnings_as_errors(Parser& p, const std::string&) {
  append(p.options.diagnostics, {"-Werror"});
}

void add_library(Parser& p, const std::string& name) {
  // The runtime is linked anyway; what these have is in it or not needed.
  static constexpr std::array kOurs = {"cudart",        "cudart_static", "cudadevrt",
                                       "cuda",          "nvToolsExt",    "curand",
                                       "curand_static", "nvrtc",         "nvrtc_static"};
  static constexpr std::array kMissing = {"cublas",   "cublasLt", "cufft",    "cusparse",
                                          "cusolver", "cudnn",    "nccl",     "nppc",
                                          "nvjpeg",   "cupti",    "nvidia-ml"};
  const std::string plain = name.substr(0, name.rfind("_static"));
  if (std::find(kOurs.begin(), kOurs.end(), name) != kOurs.end()) {
    return;
  }
  if (std::find(kMissing.begin(), kMissing.end(), plain) != kMissing.end()) {
    p.complain("-l" + name + ": the simulator has none of NVIDIA's libraries",
               "write what you need of it as a kernel, or compute it on the host");
    return;
  }
  append(p.options.linker, {"-l" + name});
}

/// -DX, -UX, -Ifolder, or one whose value is the next word.
bool is_for_preprocessor(const std::string& word) {
  for (const char* name : {"-D", "-U", "-I", "-include", "-isystem"}) {
    if (word.rfind(name, 0) == 0) {
      return true;
    }
  }
  return false;
}

/// The host compiler preprocesses both sides: what it defines is defined in device code, too.
void xcompiler(Parser& p, const std::string& value) {
  const std::vector<std::string> words = split_commas(value);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.rfind("-std=", 0) == 0) {
      set_dialect(p, word.substr(5));  // both sides must see one program
    } else if (is_for_preprocessor(word)) {
      append(p.options.preprocessor, {word});
      const bool goes_on = word.size() == 2 || word == "-include" || word == "-isystem";
      if (goes_on && i + 1 < words.size()) {
        append(p.options.preprocessor, {words[++i]});
      }
    } else {
      append(p.options.host_compiler, {word});
    }
  }
}

void xlinker(Parser& p, const std::string& value) {
  for (const std::string& word : split_commas(value)) {
    append(p.options.linker, {"-Xlinker", word});
  }
}

void language(Parser& p, const std::string& value) {
  if (value == "cu") {
    p.treat_all_as_cuda = true;
  } else if (value != "c++" && value != "c") {
    p.complain("-x " + value + " is not supported", "languages are cu, c++ and c");
  }
}

/// Options by their long name, then nvcc's short one. Longest names first where one begins another.
const std::array kRules = {
    Rule{"--output-file", Value::kSeparate,
         [](Parser& p, const std::string& v) { p.options.output = v; }},
    Rule{"--ptx", Value::kNone,
         [](Parser& p, const std::string&) { p.options.product = Product::kPtx; }},
    Rule{"-ptx", Value::kNone,
         [](Parser& p, const std::string&) { p.options.product = Product::kPtx; }},
    Rule{"--compile", Value::kNone,
         [](Parser& p, const std::string&) { p.options.product = Product::kObject; }},
    Rule{"-c", Value::kNone,
         [](Parser& p, const std::string&) { p.options.product = Product::kObject; }},
    Rule{"--preprocess", Value::kNone,
         [](Parser& p, const std::string&) { p.options.product = Product::kPreprocessed; }},
    Rule{"-E", Value::kNone,
         [](Parser& p, const std::string&) { p.options.product = Product::kPreprocessed; }},
    Rule{"--shared", Value::kNone, [](Parser& p, const std::string&) { p.shared = true; }},
    Rule{"-shared", Value::kNone, [](Parser& p, const std::string&) { p.shared = true; }},
    Rule{"--run", Value::kNone, [](Parser& p, const std::string&) { p.options.run = true; }},
    Rule{"-run", Value::kNone, [](Parser& p, const std::string&) { p.options.run = true; }},
    Rule{"--help", Value::kNone, [](Parser& p, const std::string&) { p.options.show_help = true; }},
    Rule{"-h", Value::kNone, [](Parser& p, const std::string&) { p.options.show_help = true; }},
    Rule{"--version", Value::kNone,
         [](Parser& p, const std::string&) { p.options.show_version = true; }},
    Rule{"-V", Value::kNone, [](Parser& p, const std::string&) { p.options.show_version = true; }},
    Rule{"--verbose", Value::kNone,
         [](Parser& p, const std::string&) { p.options.verbose = true; }},
    Rule{"-v", Value::kNone, [](Parser& p, const std::string&) { p.options.verbose = true; }},
    Rule{"--dryrun", Value::kNone,
         [](Parser& p, const std::string&) { p.options.verbose = p.options.dry_run = true; }},
    Rule{"-dryrun", Value::kNone,
         [](Parser& p, const std::string&) { p.options.verbose = p.options.dry_run = true; }},
    Rule{"--keep", Value::kNone, [](Parser& p, const std::string&) { p.options.keep = true; }},
    Rule{"-keep", Value::kNone, [](Parser& p, const std::string&) { p.options.keep = true; }},
    Rule{"--debug", Value::kNone,
         [](Parser& p, const std::string&) { p.options.host_debug = true; }},
    Rule{"-g", Value::kNone, [](Parser& p, const std::string&) { p.options.host_debug = true; }},
    Rule{"--device-debug", Value::kNone,
         [](Parser& p, const std::string&) { p.options.device_debug = true; }},
    Rule{"-G", Value::kNone, [](Parser& p, const std::string&) { p.options.device_debug = true; }},
    Rule{"--use_fast_math", Value::kNone,
         [](Parser& p, const std::string&) { p.options.fast_math = true; }},
    Rule{"-use_fast_math", Value::kNone,
         [](Parser& p, const std::string&) { p.options.fast_math = true; }},
    Rule{"--std", Value::kSeparate, set_dialect},
    Rule{"-std", Value::kSeparate, set_dialect},
    Rule{"--optimize", Value::kSeparate,
         [](Parser& p, const std::string& v) { p.options.optimisation = "-O" + v; }},
    Rule{"--gpu-architecture", Value::kSeparate, set_architecture},
    Rule{"-arch", Value::kSeparate, set_architecture},
    Rule{"--generate-code", Value::kSeparate, set_architecture},
    Rule{"-gencode", Value::kSeparate, set_architecture},
    Rule{"--relocatable-device-code", Value::kSeparate, set_relocatable},
    Rule{"-rdc", Value::kSeparate, set_relocatable},
    Rule{"--device-c", Value::kNone, compile_relocatable},
    Rule{"-dc", Value::kNone, compile_relocatable},
    Rule{"--device-w", Value::kNone, compile_whole_program},
    Rule{"-dw", Value::kNone, compile_whole_program},
    Rule{"--device-link", Value::kNone,
         [](Parser& p, const std::string&) { p.options.product = Product::kDeviceLink; }},
    Rule{"-dlink", Value::kNone,
         [](Parser& p, const std::string&) { p.options.product = Product::kDeviceLink; }},
    Rule{"--lib", Value::kNone,
         [](Parser& p, const std::string&) { p.options.product = Product::kStaticLibrary; }},
    Rule{"-lib", Value::kNone,
         [](Parser& p, const std::string&) { p.options.product = Product::kStaticLibrary; }},
    Rule{"--cubin", Value::kNone, refuse_device_binary},
    Rule{"-cubin", Value::kNone, refuse_device_binary},
    Rule{"--fatbin", Value::kNone, refuse_device_binary},
    Rule{"-fatbin", Value::kNone, refuse_device_binary},
    Rule{"--x", Value::kSeparate, language},
    Rule{"-x", Value::kSeparate, language},
    Rule{"--compiler-options", Value::kSeparate, xcompiler},
    Rule{"-Xcompiler", Value::kSeparate, xcompiler},
    Rule{"--linker-options", Value::kSeparate, xlinker},
    Rule{"-Xlinker", Value::kSeparate, xlinker},
    Rule{"--ftz", Value::kSeparate, set_ftz},
    Rule{"-ftz", Value::kSeparate, set_ftz},
    Rule{"--fmad", Value::kSeparate, set_fmad},
    Rule{"-fmad", Value::kSeparate, set_fmad},
    Rule{"--generate-dependencies", Value::kNone,
         [](Parser& p, const std::string&) { p.options.product = Product::kDependencies; }},
    Rule{"-M", Value::kNone,
         [](Parser& p, const std::string&) { p.options.product = Product::kDependencies; }},
    Rule{"-MM", Value::kNone,
         [](Parser& p, const std::string&) {
           p.options.product = Product::kDependencies;
           p.skip_system_headers = true;
         }},
    Rule{"-Wno-deprecated-declarations", Value::kNone,
         [](Parser& p, const std::string&) {
           append(p.options.diagnostics, {"-Wno-deprecated-declarations"});
         }},
    Rule{"-MMD", Value::kNone,
         [](Parser& p, const std::string&) { p.make_dependencies = p.skip_system_headers = true; }},
    Rule{"-MD", Value::kNone, [](Parser& p, const std::string&) { p.make_dependencies = true; }},
    Rule{"-MP", Value::kNone,
         [](Parser& p, const std::string&) { append(p.options.dependency, {"-MP"}); }},
    Rule{"-MF", Value::kSeparate,
         [](Parser& p, const std::string& v) { p.options.dependency_file = v; }},
    Rule{"-MT", Value::kSeparate,
         [](Parser& p, const std::string& v) { append(p.options.dependency, {"-MT", v}); }},
    Rule{"-MQ", Value::kSeparate,
         [](Parser& p, const std::string& v) { append(p.options.dependency, {"-MQ", v}); }},
    Rule{"--include-path", Value::kSeparate,
         [](Parser& p, const std::string& v) { append(p.options.preprocessor, {"-I", v}); }},
    Rule{"--pre-include", Value::kSeparate,
         [](Parser& p, const std::string& v) { append(p.options.preprocessor, {"-include", v}); }},
    Rule{"-include", Value::kSeparate,
         [](Parser& p, const std::string& v) { append(p.options.preprocessor, {"-include", v}); }},
    Rule{"--system-include", Value::kSeparate,
         [](Parser& p, const std::string& v) { append(p.options.preprocessor, {"-isystem", v}); }},
    Rule{"-isystem", Value::kSeparate,
         [](Parser& p, const std::string& v) { append(p.options.preprocessor, {"-isystem", v}); }},
    Rule{"--define-macro", Value::kSeparate,
         [](Parser& p, const std::string& v) { append(p.options.preprocessor, {"-D", v}); }},
    Rule{"--undefine-macro", Value::kSeparate,
         [](Parser& p, const std::string& v) { append(p.options.preprocessor, {"-U", v}); }},
    Rule{"--library-path", Value::kSeparate,
         [](Parser& p, const std::string& v) { append(p.options.linker, {"-L" + v}); }},
    Rule{"--library", Value::kSeparate,
add_library},
    Rule{"--disable-warnings", Value::kNone,
         [](Parser& p, const std::string&) { append(p.options.diagnostics, {"-w"}); }},
    Rule{"-w", Value::kNone,
         [](Parser& p, const std::string&) { append(p.options.diagnostics, {"-w"}); }},
    Rule{"-pthread", Value::kNone,
         [](Parser& p, const std::string&) { append(p.options.host_compiler, {"-pthread"}); }},
    Rule{"-O", Value::kJoined, set_level},
    Rule{"--Werror", Value::kSeparate, warnings_as_errors},
    Rule{"-Werror=all-warnings", Value::kNone, warnings_as_errors},
    Rule{"-Wl,", Value::kJoined,
         [](Parser& p, const std::string& v) { append(p.options.linker, {"-Wl," + v}); }},
    Rule{"-rdynamic", Value::kNone,
         [](Parser& p, const std::string&) { append(p.options.linker, {"-rdynamic"}); }},
    Rule{"--output-directory", Value::kSeparate,
         [](Parser& p, const std::string& v) { p.options.output_directory = v; }},
    Rule{"-odir", Value::kSeparate,
         [](Parser& p, const std::string& v) { p.options.output_directory = v; }},
    Rule{"-W", Value::kJoined,
         [](Parser& p, const std::string& v) { append(p.options.diagnostics, {"-W" + v}); }},
    Rule{"-f", Value::kJoined,
         [](Parser& p, const std::string& v) { append(p.options.host_compiler, {"-f" + v}); }},
    Rule{"-I", Value::kRequired,
         [](Parser& p, const std::string& v) { append(p.options.preprocessor, {"-I", v}); }},
    Rule{"-D", Value::kRequired,
         [](Parser& p, const std::string& v) { append(p.options.preprocessor, {"-D", v}); }},
    Rule{"-U", Value::kRequired,
         [](Parser& p, const std::string& v) { append(p.options.preprocessor, {"-U", v}); }},
    Rule{"-L", Value::kRequired,
         [](Parser& p, const std::string& v) { append(p.options.linker, {"-L" + v}); }},
    Rule{"-l", Value::kRequired, add_library},
    Rule{"-o", Value::kRequired, [](Parser& p, const std::string& v) { p.options.output = v; }},
};

/// True if `rule` is what `word` says; then it has been applied.
bool Parser::apply(const Rule& rule, const std::string& word) {
  if (word.compare(0, rule.name.size(), rule.name) != 0) {
    return false;
  }
  const std::string rest = word.substr(rule.name.size());
  if (rule.value == Value::kNone || rule.value == Value::kJoined) {
    if (rule.value == Value::kNone && !rest.empty()) {
      return false;
    }
    rule.action(*this, rest);
    return true;
  }
  if (!rest.empty() && rest[0] == '=') {
    rule.action(*this, rest.substr(1));
    return true;
  }
  if (!rest.empty()) {
    if (rule.value == Value::kSeparate) {
      return false;
    }
    rule.action(*this, rest);
    return true;
  }
  if (next_ == words_.size()) {
    complain("option '" + word + "' needs a value");
  } else {
    rule.action(*this, words_[next_++]);
  }
  return true;
}

void Parser::option(const std::string& word) {
  for (const Rule& rule : kRules) {
    if (apply(rule, word)) {
      return;
    }
  }
  if (forward_unknown) {
    append(options.host_compiler, {word});
    return;
  }
  complain("unknown option '" + word + "'",
           "simcc takes nvcc's options (simcc --help); those of the host compiler go behind "
           "-Xcompiler, the linker's behind -Xlinker");
}

void Parser::input(const std::string& path) {
  const std::string extension = fs::path(path).extension().string();
  if (extension == ".ptx" || extension == ".cubin" || extension == ".fatbin") {
    complain("cannot take " + path + " as input",
             "code that nvcc made may not be translated for another platform; give simcc the .cu "
             "file instead");
  } else if (treat_all_as_cuda || extension == ".cu") {
    options.inputs.push_back({path, InputKind::kCuda});
  } else if (extension == ".cpp" || extension == ".cc" || extension == ".cxx") {
    options.inputs.push_back({path, InputKind::kCxx});
  } else if (extension == ".c") {
    options.inputs.push_back({path, InputKind::kC});
  } else if (extension == ".o" || extension == ".a" || path.find(".so") != std::string::npos) {
    options.inputs.push_back({path, InputKind::kLinkable});
  } else {
    complain(
        "do not know what to do with " + path,
        "inputs are .cu, .cpp, .cc, .cxx, .c, .o, .a and .so files; -x cu reads any file as CUDA");
  }
}

/// clang's OpenMP has a library of its own, which takes objects of g++ too. With both in a program,
/// threads of one would ask the other for their numbers.
void leave_out_gomp(Options& options) {
  const auto& host = options.host_compiler;
  if (std::find(host.begin(), host.end(), "-fopenmp") != host.end()) {
    auto& linker = options.linker;
    linker.erase(std::remove(linker.begin(), linker.end(), "-lgomp"), linker.end());
  }
}

void Parser::finish() {
  leave_out_gomp(options);
  if (shared && options.product == Product::kProgram) {
    options.product = Product::kSharedLibrary;
  }
  if (options.inputs.empty() && !options.show_help && !options.show_version &&
      diagnostics_.empty()) {
    complain("no input files", "simcc -o program program.cu");
  }
  const bool linking =
      options.product == Product::kProgram || options.product == Product::kSharedLibrary ||
      options.product == Product::kStaticLibrary || options.product == Product::kDeviceLink;
  if (!linking && options.inputs.size() > 1 && !options.output.empty()) {
    complain("-o names one file, but there are " + std::to_string(options.inputs.size()) +
             " inputs to compile");
  }
  if (options.product == Product::kDependencies) {
    options.dependency.insert(options.dependency.begin(), skip_system_headers ? "-MM" : "-M");
  } else if (make_dependencies) {
    if (options.dependency_file.empty() && !options.inputs.empty()) {
      const std::string of = options.output.empty() ? options.inputs.front().path : options.output;
      options.dependency_file = fs::path(of).replace_extension(".d").string();
    }
    options.dependency.insert(options.dependency.begin(), skip_system_headers ? "-MMD" : "-MD");
  } else {
    options.dependency_file.clear();
    options.dependency.clear();
  }
}

Result<Options> Parser::parse() {
  for (const std::string& word : words_) {
    treat_all_as_cuda = treat_all_as_cuda || word == "-xcu";
    forward_unknown = forward_unknown || word == "--forward-unknown-to-host-compiler" ||
                      word == "-forward-unknown-to-host-compiler";
  }
  std::vector<std::string> paths;
  while (next_ < words_.size()) {
    const std::string word = words_[next_++];
    if (word == "-xcu") {
      continue;
    }
    // nvcc names the kind of warning in the next word.
    if (word == "-Werror" && next_ < words_.size() &&
        (words_[next_] == "all-warnings" || words_[next_] == "cross-execution-space-call")) {
      ++next_;
    }
    if (word.size() > 1 && word[0] == '-') {
      const Ignored ignored = ignored_option(word);
      if (ignored == Ignored::kNo) {
        option(word);
      } else if (ignored == Ignored::kWordAndNext && next_ < words_.size()) {
        ++next_;
      }
    } else {
      paths.push_back(word);
    }
  }
  for (const std::string& path : paths) {
    input(path);
  }
  finish();
  if (!diagnostics_.empty()) {
    return diagnostics_;
  }
  return options;
}

}  // namespace

std::vector<std::string> Options::include_folders() const {
  std::vector<std::string> folders;
  for (std::size_t i = 1; i < preprocessor.size(); ++i) {
    if (preprocessor[i - 1] == "-I" || preprocessor[i - 1] == "-isystem") {
      folders.push_back(preprocessor[i]);
    }
  }
  return folders;
}

std::string Options::output_for(const Input& input) const {
  if (!output.empty()) {
    return output;
  }
  const fs::path stem = fs::path(output_directory) / fs::path(input.path).filename();
  switch (product) {
    case Product::kObject:
      return fs::path(stem).replace_extension(".o").string();
    case Product::kPtx:
      return fs::path(stem).replace_extension(".ptx").string();
    case Product::kPreprocessed:
    case Product::kDependencies:
      return "-";
    case Product::kDeviceLink:
      return "a_dlink.o";
    case Product::kStaticLibrary:
      return "a.a";
    case Product::kProgram:
    case Product::kSharedLibrary:
      break;
  }
  return "a.out";
}

std::string Options::device_architecture() const {
  constexpr int kAmpere = 80;
  const std::size_t digits = architecture.find_first_of("0123456789");
  const int number = digits == std::string::npos ? 0 : std::atoi(architecture.c_str() + digits);
  return number >= kAmpere ? "sm_80" : "sm_70";
}

Result<Options> parse_options(const std::vector<std::string>& words) {
  return Parser(words).parse();
}

const char* help_text() {
  return R"(simcc: compiles CUDA C++ for Warpschool's simulated GPU, with nvcc's command line.

  simcc -o reduce reduce.cu && ./reduce
  simcc -O2 -shared -Xcompiler -fPIC -o reduce.so reduce.cu

  -o FILE              name of the result                -c        compile to an object file
  -shared              make a shared library             --ptx     compile the kernels to PTX
  -O0 ... -O3          optimisation (default -O2)        -E        preprocess
  -g, -G               debug host code, device code      --run     run the program afterwards
  -I -D -U -L -l       as in every compiler              -std=c++20 (default gnu++17)
  -Xcompiler A,B       for host compiler and linker      -Xlinker A,B
  -MD -MF FILE -MT T   write dependencies for make       -x cu     read any input as CUDA
  -v, --dryrun         print the commands                --keep    keep the PTX beside the result

  -lib                 make a static library             -M, -MM   print dependencies
  -ftz, -fmad          as in nvcc (true or false)        -w, -W... warnings, as clang's
Accepted without effect: -lineinfo, -Xptxas, -maxrregcount, -cudart, --extended-lambda and others that choose a
real GPU's code. -arch, -gencode: kernels see __CUDA_ARCH__ 800 from sm_80 on, else 700. -rdc=true, -dc: device code
of one file may use functions and variables of another.

Environment: WARPSCHOOL_CLANG names the clang to use; WARPSCHOOL_DEVICE the GPU that programs see (h200, a100, t4).
)";
}

}  // namespace warpschool::simcc
