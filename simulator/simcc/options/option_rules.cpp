// The table of options that simcc knows.
#include "simcc/options/option_rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace warpschool::simcc {
namespace {

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

void set_architecture(OptionParser& p, const std::string& value) {
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
void set_dialect(OptionParser& p, const std::string& value) {
  std::string dialect = value;
  for (const char* older : {"++98", "++03", "++0x", "++11"}) {
    if (const std::size_t at = dialect.find(older); at != std::string::npos) {
      dialect = dialect.substr(0, at) + "++14";
    }
  }
  p.options.standard = "-std=" + dialect;
}

void set_relocatable(OptionParser& p, const std::string& value) {
  p.options.relocatable = value == "true";
}

void compile_relocatable(OptionParser& p, const std::string&) {
  p.options.product = Product::kObject;
  p.options.relocatable = true;
}

void compile_whole_program(OptionParser& p, const std::string&) {
  p.options.product = Product::kObject;
  p.options.relocatable = false;
}

/// -O3, -O 3, or -O alone.
void set_level(OptionParser& p, const std::string& value) {
  const std::string level = value.empty() ? p.take_digit() : value;
  p.options.optimisation = "-O" + (level.empty() ? "2" : level);
}

void refuse_device_binary(OptionParser& p, const std::string&) {
  p.complain("cubin and fatbin files are code of real GPUs", "--ptx gives the kernels as text");
}

void set_ftz(OptionParser& p, const std::string& value) {
  p.options.flush_denormals = value == "true";
}

void set_fmad(OptionParser& p, const std::string& value) {
  p.options.contract = value != "false";
}

void warnings_as_errors(OptionParser& p, const std::string&) {
  append(p.options.diagnostics, {"-Werror"});
}

void add_library(OptionParser& p, const std::string& name) {
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

/// -DX, -UX, -Ifolder, or one whose value is the next word; and what files are called in line
/// tables.
bool is_for_preprocessor(const std::string& word) {
  for (const char* name : {"-D", "-U", "-I", "-include", "-isystem", "-ffile-prefix-map="}) {
    if (word.rfind(name, 0) == 0) {
      return true;
    }
  }
  return false;
}

/// The host compiler preprocesses both sides: what it defines is defined in device code, too.
void add_host_words(OptionParser& p, const std::string& value) {
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

void add_linker_words(OptionParser& p, const std::string& value) {
  for (const std::string& word : split_commas(value)) {
    append(p.options.linker, {"-Xlinker", word});
  }
}

void add_run_arguments(OptionParser& p, const std::string& value) {
  append(p.options.run_arguments, split_commas(value));
}

void set_language(OptionParser& p, const std::string& value) {
  if (value == "cu") {
    p.treat_all_as_cuda = true;
  } else if (value != "c++" && value != "c") {
    p.complain("-x " + value + " is not supported", "languages are cu, c++ and c");
  }
}

/// -MM: without those of the system.
void list_own_headers(OptionParser& p, const std::string&) {
  p.options.product = Product::kDependencies;
  p.skip_system_headers = true;
}

void only_print(OptionParser& p, const std::string&) {
  p.options.verbose = p.options.dry_run = true;
}

template <bool Options::*Member>
void turn_on(OptionParser& p, const std::string&) {
  p.options.*Member = true;
}

template <Product kProduct>
void make(OptionParser& p, const std::string&) {
  p.options.product = kProduct;
}

template <std::string Options::*Member>
void set(OptionParser& p, const std::string& value) {
  p.options.*Member = value;
}

constexpr auto kNone = OptionValue::kNone;
constexpr auto kJoined = OptionValue::kJoined;
constexpr auto kRequired = OptionValue::kRequired;
constexpr auto kSeparate = OptionValue::kSeparate;

using P = OptionParser;
using Text = std::string;

constexpr std::array kRules = {
    OptionRule{"--ptx", "-ptx", kNone, make<Product::kPtx>},
    OptionRule{"--compile", "-c", kNone, make<Product::kObject>},
    OptionRule{"--preprocess", "-E", kNone, make<Product::kPreprocessed>},
    OptionRule{"--device-link", "-dlink", kNone, make<Product::kDeviceLink>},
    OptionRule{"--lib", "-lib", kNone, make<Product::kStaticLibrary>},
    OptionRule{"--generate-dependencies", "-M", kNone, make<Product::kDependencies>},
    OptionRule{"-MM", nullptr, kNone, list_own_headers},
    OptionRule{"--cubin", "-cubin", kNone, refuse_device_binary},
    OptionRule{"--fatbin", "-fatbin", kNone, refuse_device_binary},
    OptionRule{"--device-c", "-dc", kNone, compile_relocatable},
    OptionRule{"--device-w", "-dw", kNone, compile_whole_program},
    OptionRule{"--shared", "-shared", kNone, [](P& p, const Text&) { p.shared = true; }},

    OptionRule{"--run", "-run", kNone, turn_on<&Options::run>},
    OptionRule{"--profile", nullptr, kNone, turn_on<&Options::profile>},
    OptionRule{
        "--device-variables", nullptr, kNone,
        [](P& p, const Text&) { p.options.device_debug = p.options.device_variables = true; }},
    OptionRule{"--help", "-h", kNone, turn_on<&Options::show_help>},
    OptionRule{"--version", "-V", kNone, turn_on<&Options::show_version>},
    OptionRule{"--verbose", "-v", kNone, turn_on<&Options::verbose>},
    OptionRule{"--dryrun", "-dryrun", kNone, only_print},
    OptionRule{"--keep", "-keep", kNone, turn_on<&Options::keep>},
    OptionRule{"--debug", "-g", kNone, turn_on<&Options::host_debug>},
    OptionRule{"--device-debug", "-G", kNone, turn_on<&Options::device_debug>},
    OptionRule{"--use_fast_math", "-use_fast_math", kNone, turn_on<&Options::fast_math>},
    OptionRule{"--disable-warnings", "-w", kNone,
               [](P& p, const Text&) { append(p.options.diagnostics, {"-w"}); }},
    OptionRule{"-Werror=all-warnings", nullptr, kNone, warnings_as_errors},
    OptionRule{"-pthread", nullptr, kNone,
               [](P& p, const Text&) { append(p.options.host_compiler, {"-pthread"}); }},
    OptionRule{"-rdynamic", nullptr, kNone,
               [](P& p, const Text&) { append(p.options.linker, {"-rdynamic"}); }},
    OptionRule{"-MMD", nullptr, kNone,
               [](P& p, const Text&) { p.make_dependencies = p.skip_system_headers = true; }},
    OptionRule{"-MD", nullptr, kNone, [](P& p, const Text&) { p.make_dependencies = true; }},
    OptionRule{"-MP", nullptr, kNone,
               [](P& p, const Text&) { append(p.options.dependency, {"-MP"}); }},

    OptionRule{"-MF", nullptr, kSeparate, set<&Options::dependency_file>},
    OptionRule{"-MT", nullptr, kSeparate,
               [](P& p, const Text& v) {
                 append(p.options.dependency, {"-MT", v});
               }},
    OptionRule{"-MQ", nullptr, kSeparate,
               [](P& p, const Text& v) {
                 append(p.options.dependency, {"-MQ", v});
               }},
    OptionRule{"--output-directory", "-odir", kSeparate, set<&Options::output_directory>},
    OptionRule{"--std", "-std", kSeparate, set_dialect},
    OptionRule{"--optimize", nullptr, kSeparate, set_level},
    OptionRule{"--gpu-architecture", "-arch", kSeparate, set_architecture},
    OptionRule{"--generate-code", "-gencode", kSeparate, set_architecture},
    OptionRule{"--relocatable-device-code", "-rdc", kSeparate, set_relocatable},
    OptionRule{"--x", "-x", kSeparate, set_language},
    OptionRule{"--compiler-options", "-Xcompiler", kSeparate, add_host_words},
    OptionRule{"--linker-options", "-Xlinker", kSeparate, add_linker_words},
    OptionRule{"--run-args", "-run-args", kSeparate, add_run_arguments},
    OptionRule{"--ftz", "-ftz", kSeparate, set_ftz},
    OptionRule{"--fmad", "-fmad", kSeparate, set_fmad},
    OptionRule{"--Werror", nullptr, kSeparate, warnings_as_errors},
    OptionRule{"--pre-include", "-include", kSeparate,
               [](P& p, const Text& v) {
                 append(p.options.preprocessor, {"-include", v});
               }},
    OptionRule{"--system-include", "-isystem", kSeparate,
               [](P& p, const Text& v) { append(p.options.preprocessor, {"-isystem", v}); }},

    OptionRule{"--output-file", "-o", kRequired, set<&Options::output>},
    OptionRule{"--include-path", "-I", kRequired,
               [](P& p, const Text& v) { append(p.options.preprocessor, {"-I", v}); }},
    OptionRule{"--define-macro", "-D", kRequired,
               [](P& p, const Text& v) { append(p.options.preprocessor, {"-D", v}); }},
    OptionRule{"--undefine-macro", "-U", kRequired,
               [](P& p, const Text& v) { append(p.options.preprocessor, {"-U", v}); }},
    OptionRule{"--library-path", "-L", kRequired,
               [](P& p, const Text& v) { append(p.options.linker, {"-L" + v}); }},
    OptionRule{"--library", "-l", kRequired, add_library},

    OptionRule{"-O", nullptr, kJoined, set_level},
    OptionRule{"-Wl,", nullptr, kJoined,
               [](P& p, const Text& v) { append(p.options.linker, {"-Wl," + v}); }},
    OptionRule{"-W", nullptr, kJoined,
               [](P& p, const Text& v) { append(p.options.diagnostics, {"-W" + v}); }},
    OptionRule{"-f", nullptr, kJoined,
               [](P& p, const Text& v) { append(p.options.host_compiler, {"-f" + v}); }},
};

}  // namespace

std::span<const OptionRule> option_rules() {
  return kRules;
}

}  // namespace warpschool::simcc
